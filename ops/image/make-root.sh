#!/bin/sh
# Gathers in a folder what Node.js and the native parts of the packages below another one need of Debian: the libraries with
# their loader, and the names of user, group and hosts. There is no shell in it and no package manager.
set -eu
to=$1
packages=$2
node=$(command -v node)

mkdir -p "$to/usr/local/bin" "$to/etc" "$to/tmp"
chmod 1777 "$to/tmp"
# Symbols for debuggers are a fifth of the program.
strip -o "$to/usr/local/bin/node" "$node"

parts="$node $(find "$packages" -name '*.node' -o -name '*.so.*')"
for part in $parts; do
  if ldd "$part" | grep 'not found'; then exit 1; fi
done
for part in $parts; do
  ldd "$part" | grep -o '/[^ :]*' | grep -v "^$packages" || true
done | sort -u | xargs cp -L --parents -t "$to"
# Names of hosts; loaded when they are asked for.
find /lib /usr/lib -name 'libnss_dns.so.2' -o -name 'libnss_files.so.2' -o -name 'libresolv.so.2' | xargs cp -L --parents -t "$to"

echo 'hosts: files dns' > "$to/etc/nsswitch.conf"
echo 'node:x:1000:1000::/data:/usr/sbin/nologin' > "$to/etc/passwd"
echo 'node:x:1000:' > "$to/etc/group"
