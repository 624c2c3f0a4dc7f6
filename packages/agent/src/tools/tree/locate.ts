import { lstat, readdir, realpath } from "node:fs/promises";
import { isWithin } from "@perspt/kernel";
import { nearestWord } from "@perspt/text";
import { systemCode } from "../../system-code.js";
import { ToolProblem } from "../tool-problem.js";
import { inDirectory } from "./open-directory.js";
import { childOf, readTreePath, type TreePath, treePathOf } from "./tree-path.js";

/** Most nearest names that a message offers. */
const MAX_NEAREST = 3;

/** The real place of what is to be read: links are followed as long as they stay in the tree. */
export async function locateForReading(root: string, text: string): Promise<TreePath> {
  const path = await readPlainSteps(root, text);
  const real = await realPathOf(root, path);
  if (!isWithin(real, root)) {
    throw new ToolProblem(`${path.text} is a link that leads out of the workspace.`);
  }
  return treePathOf(real, root);
}

/** The place of what is to be changed. No part of the path may be a link: the change would land under another name. */
export async function locateForChange(root: string, text: string): Promise<TreePath> {
  const path = await readPlainSteps(root, text);
  if (path.segments.length === 0) {
    throw new ToolProblem("The path names the workspace itself, which is not changed as a whole.");
  }
  for (let count = 1; count <= path.segments.length; count += 1) {
    const part = `${root}/${path.segments.slice(0, count).join("/")}`;
    const status = await lstat(part).catch(() => null);
    if (status === null) break;
    if (status.isSymbolicLink()) throw await linkProblem(root, part);
  }
  return path;
}

async function readPlainSteps(root: string, text: string): Promise<TreePath> {
  const path = readTreePath(text, root);
  for (const directory of path.crossed) {
    const status = await lstat(directory).catch(() => null);
    if (status?.isSymbolicLink() === true) {
      throw new ToolProblem(
        `The path ${JSON.stringify(text)} leaves a link by "..": name the place itself.`,
      );
    }
  }
  return path;
}

async function linkProblem(root: string, link: string): Promise<ToolProblem> {
  const shown = link.slice(root.length + 1);
  const real = await realpath(link).catch(() => null);
  return new ToolProblem(
    real !== null && isWithin(real, root)
      ? `${shown} is a link to ${real.slice(root.length + 1)}; change the file there by its own path.`
      : `${shown} is a link that leads out of the workspace or nowhere.`,
  );
}

async function realPathOf(root: string, path: TreePath): Promise<string> {
  try {
    return await realpath(path.segments.length === 0 ? root : `${root}/${path.text}`);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") throw await missing(root, path);
    throw error;
  }
}

/** That nothing is there, with the names that may have been meant. */
export async function missing(root: string, path: TreePath): Promise<ToolProblem> {
  const { parent, names, name } = await deepestDirectory(root, path);
  const where = parent.text === "." ? "the workspace's root" : `${parent.text}/`;
  const near = nearestNames(name, names);
  const help =
    near.length > 0
      ? `Did you mean ${near.map((each) => childOf(parent, each).text).join(" or ")}?`
      : `Use list to see what is in ${where}.`;
  return new ToolProblem(`There is no ${path.text}: ${where} holds no ${name}. ${help}`);
}

async function deepestDirectory(root: string, path: TreePath) {
  const { segments } = path;
  for (let count = segments.length - 1; count >= 0; count -= 1) {
    const above = segments.slice(0, count);
    const names = await namesIn(root, above);
    if (names !== null) {
      const parent = { segments: above, text: above.length === 0 ? "." : above.join("/") };
      return { parent, names, name: segments[count] ?? "" };
    }
  }
  return { parent: { segments: [], text: "." }, names: [], name: segments[0] ?? "" };
}

async function namesIn(
  root: string,
  segments: readonly string[],
): Promise<readonly string[] | null> {
  try {
    return await inDirectory(root, segments, (directory) => readdir(directory.place()));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

function nearestNames(name: string, names: readonly string[]): readonly string[] {
  const near: string[] = [];
  while (near.length < MAX_NEAREST) {
    const next = nearestWord(
      name,
      names.filter((each) => !near.includes(each)),
    );
    if (next === null) break;
    near.push(next);
  }
  return near;
}
