#!/bin/sh
# netmask 2.1.1, ip-address 10.7.6 and ip-cidr 4.0.2 (npm), netaddr 1.3.0 (PyPI) and `ipaddress` of Python, commons-net:
# commons-net 3.11.1 (Maven Central) and go4.org/netipx of 2023-11-29, seen on 2026-11-29 with Node 20, Python 3.11, Java 17
# and Go 1.26.
#
# Guess before it was run: seven libraries give a network of any size the same first and last address that a host may have.
# Seen: of a /24, yes; ip-cidr and netipx count its two ends. A /31 has two hosts (RFC 3021) and a /32 one. ip-address gives
# a /31 its last before its first, and a /32 the two neighbours outside of it; SubnetUtils of commons-net gives both 0.0.0.0
# and no host, and says that a network of one address does not have it, unless it is told to count all. netmask rounds the
# size of an IPv6 network, and ip-cidr writes its addresses in full. `::ffff:192.0.2.1` (RFC 5952, 5) stays so in netaddr and
# Go, and ends in `c000:201` in two.
# Whom it meets: allow lists of single hosts, and links between two routers. With a mock: seed one /31 and one /32.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' 192.0.2.0/24 192.0.2.4/31 192.0.2.7/32 2001:db8::/64 > networks
npm install --silent --no-audit --no-fund netmask@2.1.1 ip-address@10.7.6 ip-cidr@4.0.2
cat > bounds.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Address4, Address6 } from 'ip-address';
import IPCIDR from 'ip-cidr';
import { Netmask } from 'netmask';

for (const text of readFileSync('networks', 'utf8').trim().split('\n')) {
  const block = new Netmask(text);
  console.log(`${text}: netmask, ${block.first} to ${block.last}, ${block.size} in all`);
  const network = text.includes(':') ? new Address6(text) : new Address4(text);
  const [first, last] = [network.startAddressExclusive(), network.endAddressExclusive()];
  console.log(`${text}: ip-address, ${first.correctForm()} to ${last.correctForm()}`);
  const range = new IPCIDR(text);
  console.log(`${text}: ip-cidr, ${range.start()} to ${range.end()}`);
}
console.log(`mapped: ip-address, ${new Address6('::ffff:192.0.2.1').correctForm()}`);
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check netaddr==1.3.0
cat > bounds.py <<'PY'
from ipaddress import ip_address, ip_network

from netaddr import IPAddress, IPNetwork

with open("networks", encoding="utf-8") as file:
    for text in file.read().split():
        network = ip_network(text)
        if network.num_addresses <= 256:
            hosts = [*network.hosts()]
            print(f"{text}: ipaddress, {hosts[0]} to {hosts[-1]}, {network.num_addresses} in all")
            hosts = [*IPNetwork(text).iter_hosts()]
            print(f"{text}: netaddr, {hosts[0]} to {hosts[-1]}, {IPNetwork(text).size} in all")
print(f"mapped: ipaddress, {ip_address('::ffff:192.0.2.1')}")
print(f"mapped: netaddr, {IPAddress('::ffff:192.0.2.1')}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>bounds</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>commons-net</groupId><artifactId>commons-net</artifactId><version>3.11.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Bounds.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.net.util.SubnetUtils;

class Bounds {
    public static void main(String[] arguments) throws Exception {
        for (String text : Files.readAllLines(Path.of("networks"))) {
            if (text.contains(":")) {
                continue;
            }
            var network = new SubnetUtils(text).getInfo();
            System.out.printf("%s: SubnetUtils, %s to %s, %d hosts, has %s: %b%n", text, network.getLowAddress(),
                    network.getHighAddress(), network.getAddressCountLong(), network.getNetworkAddress(),
                    network.isInRange(network.getNetworkAddress()));
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/netip"
	"os"
	"strings"

	"go4.org/netipx"
)

func main() {
	file, _ := os.ReadFile("networks")
	for _, text := range strings.Fields(string(file)) {
		network := netip.MustParsePrefix(text)
		bounds := netipx.RangeOfPrefix(network)
		fmt.Printf("%s: netipx, %s to %s\n", text, bounds.From(), bounds.To())
	}
	fmt.Printf("mapped: netip, %s\n", netip.MustParseAddr("::ffff:192.0.2.1"))
}
GO
{
  go mod init finding.test/bounds
  go get go4.org/netipx@v0.0.0-20231129151722-fdeea329fbba
  go mod tidy
} 2> /dev/null
{ node bounds.mjs; venv/bin/python bounds.py; java -cp 'classes/*' Bounds.java; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
192.0.2.0/24: SubnetUtils, 192.0.2.1 to 192.0.2.254, 254 hosts, has 192.0.2.0: false
192.0.2.0/24: ip-address, 192.0.2.1 to 192.0.2.254
192.0.2.0/24: ip-cidr, 192.0.2.0 to 192.0.2.255
192.0.2.0/24: ipaddress, 192.0.2.1 to 192.0.2.254, 256 in all
192.0.2.0/24: netaddr, 192.0.2.1 to 192.0.2.254, 256 in all
192.0.2.0/24: netipx, 192.0.2.0 to 192.0.2.255
192.0.2.0/24: netmask, 192.0.2.1 to 192.0.2.254, 256 in all
192.0.2.4/31: SubnetUtils, 0.0.0.0 to 0.0.0.0, 0 hosts, has 192.0.2.4: false
192.0.2.4/31: ip-address, 192.0.2.5 to 192.0.2.4
192.0.2.4/31: ip-cidr, 192.0.2.4 to 192.0.2.5
192.0.2.4/31: ipaddress, 192.0.2.4 to 192.0.2.5, 2 in all
192.0.2.4/31: netaddr, 192.0.2.4 to 192.0.2.5, 2 in all
192.0.2.4/31: netipx, 192.0.2.4 to 192.0.2.5
192.0.2.4/31: netmask, 192.0.2.4 to 192.0.2.5, 2 in all
192.0.2.7/32: SubnetUtils, 0.0.0.0 to 0.0.0.0, 0 hosts, has 192.0.2.7: false
192.0.2.7/32: ip-address, 192.0.2.8 to 192.0.2.6
192.0.2.7/32: ip-cidr, 192.0.2.7 to 192.0.2.7
192.0.2.7/32: ipaddress, 192.0.2.7 to 192.0.2.7, 1 in all
192.0.2.7/32: netaddr, 192.0.2.7 to 192.0.2.7, 1 in all
192.0.2.7/32: netipx, 192.0.2.7 to 192.0.2.7
192.0.2.7/32: netmask, 192.0.2.7 to 192.0.2.7, 1 in all
2001:db8::/64: ip-address, 2001:db8::1 to 2001:db8::ffff:ffff:ffff:fffe
2001:db8::/64: ip-cidr, 2001:0db8:0000:0000:0000:0000:0000:0000 to 2001:0db8:0000:0000:ffff:ffff:ffff:ffff
2001:db8::/64: netipx, 2001:db8:: to 2001:db8::ffff:ffff:ffff:ffff
2001:db8::/64: netmask, 2001:db8:: to 2001:db8::ffff:ffff:ffff:ffff, 18446744073709552000 in all
mapped: ip-address, ::ffff:c000:201
mapped: ipaddress, ::ffff:c000:201
mapped: netaddr, ::ffff:192.0.2.1
mapped: netip, ::ffff:192.0.2.1
EXPECTED
diff expected seen
echo "bounds of networks behave as they were seen"
