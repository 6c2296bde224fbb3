# A Homebrew formula for a tap of one's own. It builds what is committed: the location is that of a clone, or of a mirror.
#   HOMEBREW_HTTPCACHE_SOURCE=$PWD brew install --HEAD docs/examples/packaging/httpcache.rb
class Httpcache < Formula
  desc "HTTP cache for the command-line that explains its decisions"
  homepage "https://www.rfc-editor.org/rfc/rfc9111"
  license "MIT"
  head ENV.fetch("HOMEBREW_HTTPCACHE_SOURCE", Dir.pwd), using: :git, branch: "main"

  depends_on xcode: ["26.0", :build]
  depends_on macos: :sequoia
  uses_from_macos "curl"
  uses_from_macos "sqlite"

  def install
    system "make", "install", "PREFIX=#{prefix}", "LINK_FLAGS=--disable-sandbox"
  end

  test do
    head = "HTTP/1.1 200 OK\nCache-Control: max-age=60\n"
    assert_match "storable, fresh", pipe_output("#{bin}/httpcache inspect --headers -", head)
  end
end
