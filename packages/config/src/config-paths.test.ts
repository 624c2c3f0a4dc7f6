import { describe, expect, test } from "vitest";
import { configPaths, type PathInputs } from "./config-paths.js";

const inputs: PathInputs = {
  configFlag: null,
  environment: {},
  home: "/home/me",
  workingDirectory: "/here",
  platform: "linux",
};

describe("where configuration and state are", () => {
  test("without any word of the user's, in the user's own directories and never in the working directory (T04)", () => {
    expect(configPaths(inputs)).toEqual({
      configFile: "/home/me/.config/perspt/config.toml",
      configOrigin: "default",
      stateDirectory: "/home/me/.local/state/perspt",
      stateOrigin: "default",
      candidateDirectory: "/home/me/.cache/perspt/candidates",
      candidateOrigin: "default",
    });
    expect(configPaths({ ...inputs, platform: "darwin" }).configFile).toBe(
      "/home/me/.config/perspt/config.toml",
    );
  });

  test("--config wins over PERSPT_CONFIG, and that over XDG_CONFIG_HOME", () => {
    const environment = { PERSPT_CONFIG: "/p.toml", XDG_CONFIG_HOME: "/xdg" };
    expect(configPaths({ ...inputs, environment, configFlag: "./c.toml" })).toMatchObject({
      configFile: "/here/c.toml",
      configOrigin: "--config",
    });
    expect(configPaths({ ...inputs, environment })).toMatchObject({
      configFile: "/p.toml",
      configOrigin: "PERSPT_CONFIG",
    });
    expect(configPaths({ ...inputs, environment: { XDG_CONFIG_HOME: "/xdg" } })).toMatchObject({
      configFile: "/xdg/perspt/config.toml",
      configOrigin: "XDG_CONFIG_HOME",
    });
  });

  test("PERSPT_CANDIDATE_DIR is the directory itself, XDG_CACHE_HOME the one around it", () => {
    const environment = { PERSPT_CANDIDATE_DIR: "./c", XDG_CACHE_HOME: "/xdg" };
    expect(configPaths({ ...inputs, environment })).toMatchObject({
      candidateDirectory: "/here/c",
      candidateOrigin: "PERSPT_CANDIDATE_DIR",
    });
    expect(configPaths({ ...inputs, environment: { XDG_CACHE_HOME: "/xdg" } })).toMatchObject({
      candidateDirectory: "/xdg/perspt/candidates",
      candidateOrigin: "XDG_CACHE_HOME",
    });
  });

  test("PERSPT_STATE_DIR is the directory itself, XDG_STATE_HOME the one around it", () => {
    const environment = { PERSPT_STATE_DIR: "/state", XDG_STATE_HOME: "/xdg" };
    expect(configPaths({ ...inputs, environment })).toMatchObject({
      stateDirectory: "/state",
      stateOrigin: "PERSPT_STATE_DIR",
    });
    expect(configPaths({ ...inputs, environment: { XDG_STATE_HOME: "/xdg" } })).toMatchObject({
      stateDirectory: "/xdg/perspt",
      stateOrigin: "XDG_STATE_HOME",
    });
  });

  test("empty variables count as unset, and so do relative XDG ones", () => {
    const environment = {
      PERSPT_CONFIG: "",
      PERSPT_STATE_DIR: "",
      XDG_CONFIG_HOME: "x",
      XDG_STATE_HOME: "",
    };
    expect(configPaths({ ...inputs, environment })).toEqual(configPaths(inputs));
  });

  test("Windows has its own directories where XDG has no word", () => {
    const windows: PathInputs = {
      ...inputs,
      home: "C:\\Users\\me",
      workingDirectory: "C:\\work",
      platform: "win32",
      environment: { APPDATA: "C:\\R", LOCALAPPDATA: "C:\\L" },
    };
    expect(configPaths(windows)).toEqual({
      configFile: "C:\\R\\perspt\\config.toml",
      configOrigin: "APPDATA",
      stateDirectory: "C:\\L\\perspt",
      stateOrigin: "LOCALAPPDATA",
      candidateDirectory: "C:\\L\\perspt\\candidates",
      candidateOrigin: "LOCALAPPDATA",
    });
    expect(configPaths({ ...windows, environment: {} }).configFile).toBe(
      "C:\\Users\\me\\AppData\\Roaming\\perspt\\config.toml",
    );
    expect(configPaths({ ...inputs, environment: { APPDATA: "/R" } })).toEqual(configPaths(inputs));
  });
});
