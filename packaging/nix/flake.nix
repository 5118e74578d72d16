{
  description = "Offline validator for Kubernetes manifests";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      sources = {
        x86_64-linux = {
          url = "@URL:linux-x64@";
          sha256 = "@SHA256:linux-x64@";
        };
        aarch64-linux = {
          url = "@URL:linux-arm64@";
          sha256 = "@SHA256:linux-arm64@";
        };
        x86_64-darwin = {
          url = "@URL:darwin-x64@";
          sha256 = "@SHA256:darwin-x64@";
        };
        aarch64-darwin = {
          url = "@URL:darwin-arm64@";
          sha256 = "@SHA256:darwin-arm64@";
        };
      };
      packageFor =
        system: source:
        let
          pkgs = nixpkgs.legacyPackages.${system};
        in
        pkgs.stdenv.mkDerivation {
          pname = "kubeadmit";
          version = "@VERSION@";
          src = pkgs.fetchurl source;
          sourceRoot = ".";
          nativeBuildInputs = pkgs.lib.optional pkgs.stdenv.isLinux pkgs.autoPatchelfHook;
          buildInputs = pkgs.lib.optional pkgs.stdenv.isLinux pkgs.stdenv.cc.cc.lib;
          # The assets of the executable are lost if its symbols are stripped.
          dontStrip = true;
          installPhase = "install -D -m 755 kubeadmit $out/bin/kubeadmit";
          meta = {
            homepage = "https://github.com/kubeadmit/kubeadmit";
            license = pkgs.lib.licenses.asl20;
            mainProgram = "kubeadmit";
          };
        };
    in
    {
      packages = builtins.mapAttrs (system: source: {
        default = packageFor system source;
      }) sources;
    };
}
