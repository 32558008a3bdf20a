# A client of about 50 ms: a shell, a start of curl, and 42 calls on one connection, each of which must succeed.
exec curl -sS -o /dev/null --fail -H "Authorization: Bearer $PLATFORM_TOKEN" \
  "$PLATFORM_API_URL/registry/v2/repos?page_size=[1-42]"
