import { CANDIDATES_WORD } from "../../command-line/candidates-word.js";
import { ownText } from "../../output/blocks.js";
import { type CommandResult, failed, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";

const BASH = `# perspt completion for bash: eval "$(perspt completion bash)"
_perspt() {
  local IFS=$'\\n'
  COMPREPLY=($(perspt ${CANDIDATES_WORD} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _perspt perspt
`;

const ZSH = `# perspt completion for zsh: eval "$(perspt completion zsh)"
_perspt() {
  local -a found
  found=("\${(@f)$(perspt ${CANDIDATES_WORD} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _perspt perspt
`;

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["bash", BASH],
  ["zsh", ZSH],
]);

export interface CompletionInput {
  /** Null: the shell of the environment. */
  readonly shell: string | null;
  /** What `SHELL` says; null without it. */
  readonly environmentShell: string | null;
}

/** `perspt completion`: a script that a shell evaluates. */
export function completionScript({ shell, environmentShell }: CompletionInput): CommandResult {
  const name = shell ?? (environmentShell?.endsWith("/zsh") === true ? "zsh" : "bash");
  const script = SCRIPTS.get(name);
  if (script === undefined) {
    return failed(EXIT_CODES.usage, {
      code: "unknown_shell",
      message: `There is no completion for the shell ${JSON.stringify(name)}.`,
      hint: "Name bash or zsh.",
    });
  }
  return success({ shell: name, script }, [ownText(script)]);
}
