# Stops the mock of a job, and writes what was called into the summary: a step of action/finish/action.yml.
set -euo pipefail

state="$RUNNER_TEMP/platform-mock"
# The number of calls that the summary lists.
limit=50

if [ ! -e "$state/program" ]; then
  echo "::notice title=platform-mock::no mock was started in this job"
  exit 0
fi
program=$(cat "$state/program")
traces=$(cat "$state/traces-path")
value() { sed -n "s/^$1=//p" "$state/environment"; }

coverage() {
  local at ca
  at=(--url "$(value PLATFORM_API_URL)")
  ca=$(value PLATFORM_CA_FILE)
  [ -n "$ca" ] && at+=(--tls-ca-file "$ca")
  "$program" coverage "${at[@]}" --world '*' --format github
}

if [ -e "$state/status" ]; then
  echo "::warning title=platform-mock::the mock had ended with $(cat "$state/status") before this step"
else
  coverage >"$state/coverage" || echo "::warning title=platform-mock::there is no coverage of this run"
  touch "$state/stop"
  for _ in {1..300}; do
    if [ -e "$state/status" ]; then break; fi
    sleep 0.1
  done
fi
# The certificate of the mock is gone with it.
unset NODE_EXTRA_CA_CERTS
cat "$state/log"

{
  echo "## platform-mock"
  echo
  if "$program" trace show "$traces/run.har" >"$state/run"; then
    # Lines without a number are of what was steered and delivered.
    grep -E '^ *[0-9]+  ' "$state/run" >"$state/calls" || true
    grep -E '  ([45][0-9]{2} [A-Z_]+|no answer: |[0-9]{3}, broken off: |not answered yet)' "$state/calls" >"$state/failed" || true
    echo "$(wc -l <"$state/calls" | tr -d ' ') calls, of which $(wc -l <"$state/failed" | tr -d ' ') were refused or failed."
    echo "The artifact has the run: \`platform-mock trace show run.har\` lists it, and \`trace replay\` runs it again."
    if [ -s "$state/failed" ]; then
      printf '\n```text\n'
      tail -n "$limit" "$state/failed"
      printf '```\n'
    fi
  else
    echo "There is no trace of this run."
  fi
  echo
  if [ -s "$state/coverage" ]; then cat "$state/coverage"; fi
} >>"$GITHUB_STEP_SUMMARY"

{
  echo "trace-dir=$traces"
  echo "artifact-name=${INPUT_ARTIFACT_NAME:-platform-mock-$GITHUB_JOB-$JOB_INDEX}"
} >>"$GITHUB_OUTPUT"
rm -f "$state/program"
