// A client of about 50 ms, most of which Node takes to begin: what a probe adds to it is measured.
const { Agent, get } = require('node:http');

const { PLATFORM_API_URL: url, PLATFORM_TOKEN: token } = process.env;
const agent = new Agent({ keepAlive: true });
const headers = { authorization: `Bearer ${token}` };

const list = (size) =>
  new Promise((resolve, reject) => {
    get(`${url}/registry/v2/repos?page_size=${size}`, { agent, headers }, (answer) => {
      answer.resume().once('end', resolve).once('error', reject);
    }).once('error', reject);
  });

const CALLS = 40;

const run = async () => {
  for (let size = 1; size <= CALLS; size += 1) await list(size);
};
run()
  .catch(() => {
    process.exitCode = 1;
  })
  .finally(() => agent.destroy());
