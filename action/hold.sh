# The command of `exec` in a job: writes down what it exports, and ends when the job has finished.
set -euo pipefail

state="$1"
names=(PLATFORM_API_URL PLATFORM_TOKEN PLATFORM_ORG_ID PLATFORM_ISSUER PLATFORM_MOCK_CONTROL_TOKEN NO_PROXY no_proxy)
# Without TLS, and without a workflow that is played, these are the runner's own.
[ -n "${PLATFORM_CA_FILE:-}" ] && names+=(PLATFORM_CA_FILE NODE_EXTRA_CA_CERTS)
[ -n "${PLATFORM_MOCK_GITHUB_ACTIONS:-}" ] && names+=(ACTIONS_ID_TOKEN_REQUEST_URL ACTIONS_ID_TOKEN_REQUEST_TOKEN)

for name in "${names[@]}"; do
  if [ -n "${!name:-}" ]; then printf '%s=%s\n' "$name" "${!name}"; fi
done >"$state/environment.part"
mv "$state/environment.part" "$state/environment"

# A file, since a signal does not reach it on Windows.
until [ -e "$state/stop" ]; do sleep 1; done
