import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A container of Testcontainers for Node that is the mock of the environment. */
const IN_NODE = `
export const Wait = { forHttp: () => ({}) };

export class GenericContainer {
  withEnvironment() { return this; }
  withExposedPorts() { return this; }
  withWaitStrategy() { return this; }
  async start() {
    const { hostname, port } = new URL(process.env.PLATFORM_API_URL);
    return { getHost: () => hostname, getMappedPort: () => Number(port), stop: async () => {} };
  }
}
`;

/** The container for Java: a class of the test has precedence over one of a package. */
const IN_JAVA = `
package org.testcontainers.containers;

import java.net.URI;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.lifecycle.Startable;

public class GenericContainer<SELF extends GenericContainer<SELF>> implements Startable {
  private static final URI MOCK = URI.create(System.getenv("PLATFORM_API_URL"));

  public GenericContainer(String image) {}

  @SuppressWarnings("unchecked")
  private SELF self() {
    return (SELF) this;
  }

  public SELF withEnv(String name, String value) {
    return self();
  }

  public SELF withExposedPorts(Integer... ports) {
    return self();
  }

  public SELF waitingFor(WaitStrategy strategy) {
    return self();
  }

  public String getHost() {
    return MOCK.getHost();
  }

  public Integer getMappedPort(int port) {
    return MOCK.getPort();
  }

  @Override
  public void start() {}

  @Override
  public void stop() {}
}
`;

/** Puts a container that is the mock of a probe in the place of one that needs an engine, beside a sample for Node. */
export const stubContainerInNode = (folder: string): void => {
  const place = join(folder, 'node_modules', 'testcontainers');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "name": "testcontainers", "type": "module", "main": "index.js" }');
  writeFileSync(join(place, 'index.js'), IN_NODE);
};

/** Puts the container for Java beside a sample. */
export const stubContainerInJava = (folder: string): void => {
  const place = join(folder, 'src/test/java/org/testcontainers/containers');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'GenericContainer.java'), IN_JAVA);
};
