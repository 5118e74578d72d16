class Kubeadmit < Formula
  desc "Offline validator for Kubernetes manifests"
  homepage "https://github.com/kubeadmit/kubeadmit"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "@URL:darwin-arm64@"
      sha256 "@SHA256:darwin-arm64@"
    end
    on_intel do
      url "@URL:darwin-x64@"
      sha256 "@SHA256:darwin-x64@"
    end
  end

  on_linux do
    on_arm do
      url "@URL:linux-arm64@"
      sha256 "@SHA256:linux-arm64@"
    end
    on_intel do
      url "@URL:linux-x64@"
      sha256 "@SHA256:linux-x64@"
    end
  end

  def install
    bin.install "kubeadmit"
    generate_completions_from_executable(bin/"kubeadmit", "completion")
  end

  test do
    (testpath/"policy.yaml").write <<~YAML
      apiVersion: networking.k8s.io/v1
      kind: NetworkPolicy
      metadata: {name: all}
      spec: {podSelector: {}}
    YAML
    system bin/"kubeadmit", "policy.yaml"
  end
end
