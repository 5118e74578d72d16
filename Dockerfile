# A small image: docker run --rm --volume "$PWD:/work" kubeadmit
FROM node:24-alpine AS build
WORKDIR /source
COPY . .
RUN npm ci && npm pack --ignore-scripts --pack-destination /tmp && tar -xzf /tmp/kubeadmit-*.tgz -C /tmp

FROM gcr.io/distroless/nodejs24-debian12:nonroot
COPY --from=build /tmp/package /kubeadmit
# The image has no writable cache folder.
ENV KUBEADMIT_CACHE_DIR=""
WORKDIR /work
ENTRYPOINT ["/nodejs/bin/node", "/kubeadmit/bin/kubeadmit.cjs"]
