#!/bin/sh
# Says where `make install` put things, and what is still to be done: installed.sh DESTDIR PREFIX
directory=$1$2
echo "installed:"
echo "  $directory/bin/httpcache"
echo "  $directory/share: the manual page (man httpcache), completion for bash, zsh and fish"
# A package is put together below DESTDIR; what is there is not run from there.
[ -z "$1" ] || exit 0
case ":$PATH:" in
  *":$directory/bin:"*) ;;
  *)
    echo "$directory/bin is not in PATH. Add this line to ~/.profile (zsh: ~/.zshrc), and open a new terminal:"
    echo "  export PATH=\"$directory/bin:\$PATH\""
    ;;
esac
echo "try it:"
echo "  httpcache inspect --live https://example.com/"
