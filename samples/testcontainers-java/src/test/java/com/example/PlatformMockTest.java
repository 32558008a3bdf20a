package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** One container for all tests, and a world of its own for each: they may run in parallel. */
@Testcontainers
class PlatformMockTest {
  private static final String CONTROL_TOKEN = "steer";
  /** The organization of the fixture `default`, whose uids are always the same. */
  private static final String ORG = "398b803fffbcf8cbc364eba13b65ac7bd90ff292";

  @Container
  static final GenericContainer<?> MOCK =
      new GenericContainer<>("platform-mock:0.1.0")
          .withEnv("PLATFORM_MOCK_CONTROL_TOKEN", CONTROL_TOKEN)
          .withExposedPorts(8484)
          .waitingFor(Wait.forHttp("/_mock/v1/ready"));

  private final HttpClient http = HttpClient.newHttpClient();
  private final String world = "shop-" + UUID.randomUUID();

  private int send(String method, String path, String token, String body) throws IOException, InterruptedException {
    var url = "http://" + MOCK.getHost() + ":" + MOCK.getMappedPort(8484) + path;
    var request =
        HttpRequest.newBuilder(URI.create(url))
            .header("authorization", "Bearer " + token)
            .header("content-type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    // The world is named by a header, or by a token that is minted in it. It is not there yet when it is made.
    if (!path.endsWith("/worlds")) request.header("x-mock-world", world);
    return http.send(request.build(), BodyHandlers.ofString()).statusCode();
  }

  @BeforeEach
  void makeWorld() throws Exception {
    var wanted = "{\"name\":\"" + world + "\",\"ttl\":\"1h\"}";
    assertEquals(200, send("POST", "/_mock/v1/worlds", CONTROL_TOKEN, wanted));
  }

  @AfterEach
  void endWorld() throws Exception {
    assertEquals(200, send("DELETE", "/_mock/v1/worlds/" + world, CONTROL_TOKEN, ""));
  }

  @Test
  void aCreateWhoseAnswerWasLostIsFoundByItsName() throws Exception {
    var lost = "[{\"match\":{\"operation\":\"CreateRepo\"},\"phase\":\"after_commit\",\"do\":{\"code\":\"UNAVAILABLE\"},\"times\":1}]";
    assertEquals(200, send("PUT", "/_mock/v1/faults", CONTROL_TOKEN, lost));
    var repo = "{\"name\":\"checkout\"}";
    assertEquals(503, send("POST", "/registry/v2/repos/" + ORG, "admin-token", repo));
    assertEquals(409, send("POST", "/registry/v2/repos/" + ORG, "admin-token", repo));
  }
}
