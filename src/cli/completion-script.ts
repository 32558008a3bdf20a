/** The shells that have a script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

const BASH = `# Completion of platform-mock: source <(platform-mock completion bash)
_platform_mock() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _platform_mock platform-mock
`;

const ZSH = `#compdef platform-mock
# Completion of platform-mock: source <(platform-mock completion zsh)
_platform_mock() {
  local -a found
  found=("\${(@f)$("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
if [ "$funcstack[1]" = "_platform_mock" ]; then _platform_mock; else compdef _platform_mock platform-mock; fi
`;

const FISH = `# Completion of platform-mock: platform-mock completion fish | source
function __platform_mock_words
  set -l words (commandline -opc)
  set -l typed (commandline -ct)
  set -l found ($words[1] completion words -- $words[2..-1] "$typed" 2>/dev/null)
  if test -n "$found"
    printf '%s\\n' $found
  else
    __fish_complete_path "$typed"
  end
end
complete -c platform-mock -f -k -a '(__platform_mock_words)'
`;

/** The script by which a shell completes the words of this program: it asks the program for them. */
export const completionScript = (shell: (typeof SHELLS)[number]): string =>
  ({ bash: BASH, zsh: ZSH, fish: FISH })[shell];
