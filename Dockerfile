# A small image: docker run --rm --volume "$PWD:/work" kubeadmit
FROM node:24-alpine AS build
WORKDIR /source
COPY . .
RUN npm ci && npm pack --ignore-scripts --pack-destination /tmp && tar -xzf /tmp/kubeadmit-*.tgz -C /tmp

FROM gcr.io/distroless/nodejs24-debian12:nonroot
COPY --from=build /tmp/package /kubeadmit
# The code that V8 compiles in common runs. Only root can write it, so that every user of the image may load it.
ENV KUBEADMIT_CACHE_DIR=/kubeadmit-caches
USER root
RUN --mount=type=bind,target=/source ["/nodejs/bin/node", "/source/scripts/common-runs.mjs", "/nodejs/bin/node", "/kubeadmit/bin/kubeadmit.cjs"]
USER nonroot
WORKDIR /work
ENTRYPOINT ["/nodejs/bin/node", "/kubeadmit/bin/kubeadmit.cjs"]
