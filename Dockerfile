# The base is pinned by its exact version. To pin its bytes too, put the digest that
# `docker buildx imagetools inspect node:24.11.1-bookworm-slim` prints behind the tag, in both stages:
# node:24.11.1-bookworm-slim@sha256:…
FROM node:24.11.1-bookworm-slim AS build
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
# A folder of fixtures may not be empty; this one is until somebody mounts another over it, or files into it.
RUN mkdir /docker-entrypoint-init.d /data && touch /docker-entrypoint-init.d/.may-be-empty && chown 1000:1000 /data
WORKDIR /app
COPY package.json openapi.yaml openapi-v1.yaml openapi-published.yaml openapi-v1-published.yaml fixture.schema.json ./
COPY fixtures fixtures
COPY --from=build /build/dist dist
# By number, so that an orchestrator sees that it is not root.
USER 1000:1000
EXPOSE 8484
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=3 CMD ["node", "/app/dist/main.js", "health"]
ENTRYPOINT ["node", "/app/dist/main.js"]
CMD ["serve"]
