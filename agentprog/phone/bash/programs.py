"""The programs of a phone's /system/bin, and the bashkit commands that no phone has."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bashkit import Bash

_TOYBOX_NAMES = """
awk base64 basename bc bunzip2 bzcat bzip2 cat chgrp chmod chown cksum clear cmp comm cp cut date df diff dirname du
echo egrep env expand expr false fgrep file find flock fmt fold free getconf grep groups gunzip gzip head hostname
iconv id kill ln log logname ls md5sum mkdir mkfifo mktemp more mv nice nl nohup nproc od paste patch pgrep pkill
printenv printf ps pwd readlink realpath rev rm rmdir sed seq sha1sum sha224sum sha256sum sha384sum sha512sum sleep
sort split stat strings sync tac tail tar tee test time timeout touch tr true truncate tty uname uniq unlink unzip
uptime uuidgen watch wc which whoami xargs xxd yes
"""
_ABSENT_NAMES = """
arch assert b2sum base32 basenc busybox column csv curl dotenv envsubst factor gawk glob hexdump hostid http join jq
json less link locale make man mawk mapfile nano nawk numfmt openssl parallel pr retry rg semver shasum shuf sudo sum
template tomlq tree tsort unexpand users verify vi wget who yq zip
"""
TOYBOX = frozenset(_TOYBOX_NAMES.split())
"""Programs of a phone that bashkit implements, unless the phone has its own command."""
_ABSENT = frozenset(_ABSENT_NAMES.split())
"""bashkit's programs that no phone has. A script that uses one would fail on a phone."""

_TOYBOX_SCRIPT = """\
case $# in 0) echo "{names}"; exit ;; esac
type "$1" > /dev/null 2>&1 || {{ echo "toybox: Unknown command $1" >&2; exit 127; }}
"$@"
"""


def programs(commands: Collection[str]) -> Mapping[str, str]:
    """Every program of /system/bin with its script: the phone's own commands, and toybox's."""
    # A script that calls a missing program by its own name would find itself and recurse for ever.
    answered = TOYBOX & {*Bash().capabilities().builtins, *commands}
    scripts = {name: f'{name} "$@"\n' for name in (*answered, *commands, "sh")}
    scripts["zcat"] = 'gunzip -c "$@"\n'
    return {**scripts, "toybox": _TOYBOX_SCRIPT.format(names=" ".join(sorted(answered)))}


def absent(commands: Collection[str]) -> Collection[str]:
    """bashkit's commands that this phone does not have."""
    return _ABSENT.difference(commands)
