# The base is pinned by its exact version. To pin its bytes too, put the digest that
# `docker buildx imagetools inspect node:24.11.1-bookworm-slim` prints behind the tag, in both stages:
# node:24.11.1-bookworm-slim@sha256:…
# It is built on the platform of the machine. All of it runs on every other, but for the compiled form of the command
# line, which only the same Node on the same processor uses.
FROM --platform=$BUILDPLATFORM node:24.11.1-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production \
    PLATFORM_MOCK_HOST=0.0.0.0 \
    PLATFORM_MOCK_PORT=8484 \
    PLATFORM_MOCK_INIT_DIR=/docker-entrypoint-init.d
# /data is for a volume: PLATFORM_MOCK_DATA=/data/state.json keeps state over restarts.
# Its group is 0, as which a cluster runs containers under a user of its own choice.
# A folder of fixtures may not be empty; this one is until somebody mounts another over it, or files into it.
RUN mkdir /docker-entrypoint-init.d /data && touch /docker-entrypoint-init.d/.may-be-empty && chown 1000:0 /data && chmod 775 /data
WORKDIR /app
COPY package.json LICENSE openapi.yaml fixture.schema.json ./
COPY fixtures fixtures
COPY proto proto
COPY docs docs
COPY --from=build /build/dist dist
# By number, so that an orchestrator sees that it is not root.
USER 1000:1000
EXPOSE 8484
STOPSIGNAL SIGTERM
# Each second until it is ready. Engines before 25 go by --interval alone.
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --start-interval=1s --retries=3 CMD ["node", "/app/dist/main.cjs", "health"]
ENTRYPOINT ["node", "/app/dist/main.cjs"]
CMD ["serve"]
# At the end: another version does not build the layers above again.
ARG VERSION=dev
LABEL org.opencontainers.image.title="platform-mock" \
    org.opencontainers.image.description="A stateful, spec-driven stand-in for Platform API v2 that client teams point their tests at." \
    org.opencontainers.image.source="https://github.com/platform-mock/platform-mock" \
    org.opencontainers.image.documentation="https://github.com/platform-mock/platform-mock#readme" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.version="$VERSION"
