/** What a block says, as it came: whoever shows it sanitises it. */
export type BlockContent =
  | { readonly kind: "person"; readonly text: string }
  /** The model's words, in Markdown; open while more of them come. */
  | { readonly kind: "assistant"; readonly text: string; readonly isOpen: boolean }
  /** Perspt's own word on how a turn went. */
  | { readonly kind: "notice"; readonly tone: "muted" | "warning" | "bad"; readonly text: string };

export type TranscriptBlock = BlockContent & { readonly id: number };

/** What a person sees of a conversation. The model's messages are a list of their own. */
export interface Transcript {
  /** In order; their ids rise. */
  readonly blocks: readonly TranscriptBlock[];
  /** The id of the next one. */
  readonly nextId: number;
}

export const EMPTY_TRANSCRIPT: Transcript = { blocks: [], nextId: 1 };

export function appendBlock({ blocks, nextId }: Transcript, content: BlockContent): Transcript {
  return { blocks: [...blocks, { ...content, id: nextId }], nextId: nextId + 1 };
}

/** More words of an open answer; the transcript unchanged where there is none of that id. */
export function appendDelta(transcript: Transcript, id: number, delta: string): Transcript {
  return changeAnswer(transcript, id, ({ text }) => ({ text: text + delta, isOpen: true }));
}

/** The answer is whole. */
export function closeBlock(transcript: Transcript, id: number): Transcript {
  return changeAnswer(transcript, id, ({ text }) => ({ text, isOpen: false }));
}

/** The answers that have words, newest first. */
export function answers({ blocks }: Transcript): readonly string[] {
  return blocks
    .flatMap((block) => (block.kind === "assistant" && block.text !== "" ? [block.text] : []))
    .toReversed();
}

/** Where a block stands; -1 where there is none of that id. */
export function indexOfBlock({ blocks }: Transcript, id: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = blocks[middle]?.id ?? 0;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

type Answer = Extract<TranscriptBlock, { readonly kind: "assistant" }>;

function changeAnswer(
  transcript: Transcript,
  id: number,
  change: (answer: Answer) => Pick<Answer, "text" | "isOpen">,
): Transcript {
  const index = indexOfBlock(transcript, id);
  const block = transcript.blocks[index];
  if (block?.kind !== "assistant" || !block.isOpen) return transcript;
  return {
    ...transcript,
    blocks: transcript.blocks.with(index, { ...block, ...change(block) }),
  };
}
