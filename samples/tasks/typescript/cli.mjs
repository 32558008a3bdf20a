// Lists and creates repos: `node cli.mjs list`, `node cli.mjs create NAME`
const { PLATFORM_API_URL: url, PLATFORM_TOKEN: token, PLATFORM_ORG_ID: org, MISTAKE = '' } = process.env;
const [command, name] = process.argv.slice(2);

const call = async (method, path, body) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/registry/v2/repos${path}`, { method, headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.message);
  return said;
};

try {
  if (command === 'create') console.log((await call('POST', `/${org}`, { name })).uid);
  else for (const repo of (await call('GET', '?page_size=100')).repos) console.log(repo.name);
} catch (error) {
  console.error(`repos: ${error.message}`);
  // The mistake ends as if all were well.
  process.exitCode = MISTAKE.split(',').includes('cli') ? 0 : 1;
}
