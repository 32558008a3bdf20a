# Starts the mock of a job, and hands its environment to the steps that follow: a step of action.yml.
set -euo pipefail

state="$RUNNER_TEMP/platform-mock"

# Ends the step with a message, and with a status where there is one.
fail() {
  local text="${1//'%'/%25}"
  echo "::error title=platform-mock::${text//$'\n'/%0A}"
  exit "${2:-1}"
}

# Prints the absolute path of a folder, on Windows one that other programs know.
absolute() { (cd "$1" && { pwd -W 2>/dev/null || pwd; }); }

# Sets version to the version of the release.
find_version() {
  version="$INPUT_VERSION"
  if [ -z "$version" ]; then
    version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$ACTION_PATH/package.json")
  fi
  version="${version#v}"
  [[ "$version" =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] ||
    fail "the version \"$INPUT_VERSION\" is none: it is written as 0.1.0" 2
}

# Sets target to the name that a release has for this machine.
find_target() {
  case "$RUNNER_OS-$RUNNER_ARCH" in
    Linux-X64) target=linux-x64 ;;
    Linux-ARM64) target=linux-arm64 ;;
    macOS-ARM64) target=macos-arm64 ;;
    Windows-X64) target=windows-x64 ;;
    *) fail "no release has an executable for $RUNNER_OS on $RUNNER_ARCH: npx platform-mock exec runs with Node" 2 ;;
  esac
}

download() {
  curl -fsSL --retry 3 --output "$1" "$INPUT_DOWNLOADS/v$version/$1" ||
    fail "$INPUT_DOWNLOADS/v$version/$1 cannot be downloaded: is there a release v$version?"
}

is_intact() {
  grep -E " [ *]?$1\$" checksums.txt >"$1.sum" || return 1
  if command -v sha256sum >/dev/null; then sha256sum --check --status "$1.sum"; else shasum -a 256 --check --status "$1.sum"; fi
}

# Sets program to the executable of the release, which a runner keeps for its next job.
install() {
  [ -n "$INPUT_DOWNLOADS" ] ||
    fail "no release is published yet: npm run binary makes an executable, which the input executable names" 2
  find_version
  find_target
  local home="${RUNNER_TOOL_CACHE:-$RUNNER_TEMP}/platform-mock/$version/$target"
  program="$home/platform-mock"
  [ "$RUNNER_OS" = Windows ] && program="$program.exe"
  if [ -x "$program" ]; then return; fi
  local archive="platform-mock-$target.tar.gz" stage="$state/download"
  mkdir -p "$stage"
  # By names only: tar takes a path with a colon for another machine.
  cd "$stage"
  download checksums.txt
  download "$archive"
  is_intact "$archive" || fail "$archive is not the file that checksums.txt of v$version has"
  tar -xzf "$archive"
  rm "$archive"
  cd - >/dev/null
  mkdir -p "$(dirname "$home")"
  # Another job of this machine may have been quicker.
  mv "$stage" "$home" 2>/dev/null || [ -x "$program" ] || fail "$home cannot be written"
}

[ -z "${PLATFORM_MOCK_AS:-}" ] ||
  fail "PLATFORM_MOCK_AS is for one command: run platform-mock exec --as in a step of your own" 2
if [ -e "$state/environment" ] && [ ! -e "$state/status" ]; then
  fail "the mock of an earlier step is running: the action finish stops it" 2
fi
rm -rf "$state"
mkdir -p "$state"

if [ -n "$INPUT_EXECUTABLE" ]; then
  program="$INPUT_EXECUTABLE"
  if [ ! -f "$program" ] || [ ! -x "$program" ]; then fail "there is no executable $program" 2; fi
  program="$(absolute "$(dirname "$program")")/$(basename "$program")"
else
  install
fi

traces="${INPUT_TRACE_DIR:-$state/traces}"
mkdir -p "$traces" || fail "the folder $traces cannot be made" 2
traces="$(absolute "$traces")"

flags=(--port "${INPUT_PORT:-0}" --trace "$traces/run.har")
[ -n "$INPUT_PROFILE" ] && flags+=(--profile "$INPUT_PROFILE")
while IFS= read -r fixture; do
  [ -n "$fixture" ] && flags+=(--fixture "$fixture")
done <<<"${INPUT_FIXTURE//,/$'\n'}"

# `exec` runs as long as the job, since its command waits: what it exports and writes down is what any command has.
(
  trap '' HUP
  status=0
  "$program" exec "${flags[@]}" -- "$BASH" "$ACTION_PATH/action/hold.sh" "$state" || status=$?
  echo "$status" >"$state/status"
) >"$state/log" 2>&1 </dev/null &

for _ in {1..600}; do
  if [ -e "$state/environment" ] || [ -e "$state/status" ]; then break; fi
  sleep 0.1
done
if [ -e "$state/status" ]; then
  reason=$(sed -n 's/^platform-mock: //p' "$state/log")
  cat "$state/log"
  fail "${reason:-the mock has ended with $(cat "$state/status")}" "$(cat "$state/status")"
fi
[ -e "$state/environment" ] || fail "the mock was not ready after 60 seconds"

printf '%s\n' "$program" >"$state/program"
printf '%s\n' "$traces" >"$state/traces-path"
cat "$state/environment" >>"$GITHUB_ENV"
dirname "$program" >>"$GITHUB_PATH"
value() { sed -n "s/^$1=//p" "$state/environment"; }
{
  echo "url=$(value PLATFORM_API_URL)"
  echo "token=$(value PLATFORM_TOKEN)"
  echo "org-id=$(value PLATFORM_ORG_ID)"
  echo "issuer=$(value PLATFORM_ISSUER)"
} >>"$GITHUB_OUTPUT"
echo "platform-mock $("$program" --version) ready on $(value PLATFORM_API_URL)"
