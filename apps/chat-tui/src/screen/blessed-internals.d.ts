/** What the screen uses of blessed: its buffers and its terminfo, which no published types describe. */
declare module "blessed" {
  /** A cell: the number of its style, and its text; the columns that a wide glyph covers after its first hold "". */
  type Cell = [style: number, text: string];

  interface Screen {
    /** What is to be shown, by row and column. */
    lines: Cell[][];
    /** What was drawn last. */
    olines: Cell[][];
    /** Makes both buffers anew, blank, in the size of the output. */
    alloc(): void;
    /** Renders the element tree into `lines`, then calls `draw`. */
    render(): void;
    draw: (firstRow: number, lastRow: number) => void;
    destroy(): void;
  }

  interface ScreenOptions {
    readonly input: NodeJS.ReadableStream;
    readonly output: NodeJS.WritableStream;
    readonly terminal: string;
    readonly forceUnicode: boolean;
    readonly fullUnicode: boolean;
  }

  /** The listeners that blessed puts on the process for its first screen. */
  interface ScreenListeners {
    readonly _exceptionHandler?: (error: Error) => void;
    readonly _sigtermHandler?: () => void;
    readonly _sigintHandler?: () => void;
    readonly _sigquitHandler?: () => void;
    readonly _exitHandler?: () => void;
  }

  const blessed: {
    readonly Screen: ScreenListeners;
    /** `ipaths` are the folders where terminfo is looked for. */
    readonly Tput: { readonly ipaths: string[] };
    screen(options: ScreenOptions): Screen;
  };
  export default blessed;
  export type { Cell, Screen };
}
