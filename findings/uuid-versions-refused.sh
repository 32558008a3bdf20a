#!/bin/sh
# uuid 14.0.3, validator 13.15.35, joi 18.3.2, yup 1.7.1, zod 4.6.7, is-uuid 1.0.2 and uuid-validate 0.0.3 (npm),
# org.hibernate.validator:hibernate-validator 9.1.0.Final (Maven Central), github.com/go-playground/validator/v10 v10.30.6 and
# github.com/asaskevich/govalidator of 2023-03-01, seen on 2026-11-30 with Node 20, Java 17 and Go 1.26.
#
# Guess before it was run: ten validators that are asked for a UUID take each version of RFC 9562, the nil and the max one,
# and capitals; the two oldest of npm do not know versions 6 to 8.
# Seen: they do not, and neither do yup and `@UUID` of hibernate-validator, which are both maintained: identifiers of version
# 7 (5.7), as databases make them now, are not valid, nor is the max one (5.10). yup has no option for more versions; `@UUID`
# has `version`. Letters may be capitals when they are read (4): hibernate-validator, which has `letterCase` for it, and
# govalidator refuse them. uuid-validate refuses the nil one (5.9). The other five take all.
# Whom it meets: clients of an API that changes from version 4 to 7. With a mock: seed one row with an identifier of version
# 7.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
version 1|5f3c2b10-7a41-11f0-8c1d-0a1b2c3d4e5f
version 4|0d9f6c2e-4b17-4a35-9e80-1c2d3e4f5a6b
version 4 in capitals|0D9F6C2E-4B17-4A35-9E80-1C2D3E4F5A6B
version 5|1b4e28ba-2fa1-5d3f-883f-0016d3cca427
version 6|1f07a41f-3c2b-6510-8c1d-0a1b2c3d4e5f
version 7|019a1b2c-3d4e-7f50-8a6b-7c8d9e0f1a2b
version 8|320c3d4d-cc00-875b-8ec9-32d5f69181c0
nil|00000000-0000-0000-0000-000000000000
max|ffffffff-ffff-ffff-ffff-ffffffffffff
TEXT
npm install --silent --no-audit --no-fund uuid@14.0.3 validator@13.15.35 joi@18.3.2 yup@1.7.1 zod@4.6.7 is-uuid@1.0.2 uuid-validate@0.0.3
cat > judge.mjs <<'JS'
import { readFileSync } from 'node:fs';
import isUuid from 'is-uuid';
import Joi from 'joi';
import { validate } from 'uuid';
import uuidValidate from 'uuid-validate';
import validator from 'validator';
import * as yup from 'yup';
import * as zod from 'zod';

const JUDGES = {
  uuid: validate,
  validator: (text) => validator.isUUID(text),
  joi: (text) => !Joi.string().guid().validate(text).error,
  yup: (text) => yup.string().uuid().isValidSync(text),
  zod: (text) => zod.uuid().safeParse(text).success,
  'is-uuid': (text) => isUuid.anyNonNil(text) || isUuid.nil(text),
  'uuid-validate': (text) => uuidValidate(text),
};
for (const line of readFileSync('texts', 'utf8').trim().split('\n')) {
  const [title, text] = line.split('|');
  for (const [name, judge] of Object.entries(JUDGES)) console.log(`${title} by ${name}: ${judge(text) ? 'valid' : 'not valid'}`);
}
JS
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>texts</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.hibernate.validator</groupId><artifactId>hibernate-validator</artifactId><version>9.1.0.Final</version></dependency>
    <dependency><groupId>org.glassfish.expressly</groupId><artifactId>expressly</artifactId><version>6.0.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Judge.java <<'JAVA'
import jakarta.validation.Validation;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hibernate.validator.constraints.UUID;

public class Judge {
    public static class Row {
        @UUID
        public String name;
    }

    public static void main(String[] arguments) throws Exception {
        var validator = Validation.buildDefaultValidatorFactory().getValidator();
        for (String line : Files.readAllLines(Path.of("texts"))) {
            Row row = new Row();
            row.name = line.split("\\|")[1];
            String answer = validator.validate(row).isEmpty() ? "valid" : "not valid";
            System.out.println(line.split("\\|")[0] + " by hibernate-validator: " + answer);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/asaskevich/govalidator"
	"github.com/go-playground/validator/v10"
)

func main() {
	judge := validator.New()
	file, _ := os.ReadFile("texts")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		title, text, _ := strings.Cut(line, "|")
		show(title, "go-playground", judge.Var(text, "uuid") == nil)
		show(title, "govalidator", govalidator.IsUUID(text))
	}
}

func show(title, name string, valid bool) {
	answer := "not valid"
	if valid {
		answer = "valid"
	}
	fmt.Printf("%s by %s: %s\n", title, name, answer)
}
GO
{
  go mod init finding.test/texts
  go get github.com/asaskevich/govalidator@v0.0.0-20230301143203-a9d515a09cc2 github.com/go-playground/validator/v10@v10.30.6
  go mod tidy
} 2> /dev/null
{ node judge.mjs; go run .; java -cp 'classes/*' Judge.java 2> /dev/null; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
max by go-playground: valid
max by govalidator: valid
max by hibernate-validator: not valid
max by is-uuid: not valid
max by joi: valid
max by uuid-validate: not valid
max by uuid: valid
max by validator: valid
max by yup: not valid
max by zod: valid
nil by go-playground: valid
nil by govalidator: valid
nil by hibernate-validator: valid
nil by is-uuid: valid
nil by joi: valid
nil by uuid-validate: not valid
nil by uuid: valid
nil by validator: valid
nil by yup: valid
nil by zod: valid
version 1 by go-playground: valid
version 1 by govalidator: valid
version 1 by hibernate-validator: valid
version 1 by is-uuid: valid
version 1 by joi: valid
version 1 by uuid-validate: valid
version 1 by uuid: valid
version 1 by validator: valid
version 1 by yup: valid
version 1 by zod: valid
version 4 by go-playground: valid
version 4 by govalidator: valid
version 4 by hibernate-validator: valid
version 4 by is-uuid: valid
version 4 by joi: valid
version 4 by uuid-validate: valid
version 4 by uuid: valid
version 4 by validator: valid
version 4 by yup: valid
version 4 by zod: valid
version 4 in capitals by go-playground: valid
version 4 in capitals by govalidator: not valid
version 4 in capitals by hibernate-validator: not valid
version 4 in capitals by is-uuid: valid
version 4 in capitals by joi: valid
version 4 in capitals by uuid-validate: valid
version 4 in capitals by uuid: valid
version 4 in capitals by validator: valid
version 4 in capitals by yup: valid
version 4 in capitals by zod: valid
version 5 by go-playground: valid
version 5 by govalidator: valid
version 5 by hibernate-validator: valid
version 5 by is-uuid: valid
version 5 by joi: valid
version 5 by uuid-validate: valid
version 5 by uuid: valid
version 5 by validator: valid
version 5 by yup: valid
version 5 by zod: valid
version 6 by go-playground: valid
version 6 by govalidator: valid
version 6 by hibernate-validator: not valid
version 6 by is-uuid: not valid
version 6 by joi: valid
version 6 by uuid-validate: not valid
version 6 by uuid: valid
version 6 by validator: valid
version 6 by yup: not valid
version 6 by zod: valid
version 7 by go-playground: valid
version 7 by govalidator: valid
version 7 by hibernate-validator: not valid
version 7 by is-uuid: not valid
version 7 by joi: valid
version 7 by uuid-validate: not valid
version 7 by uuid: valid
version 7 by validator: valid
version 7 by yup: not valid
version 7 by zod: valid
version 8 by go-playground: valid
version 8 by govalidator: valid
version 8 by hibernate-validator: not valid
version 8 by is-uuid: not valid
version 8 by joi: valid
version 8 by uuid-validate: not valid
version 8 by uuid: valid
version 8 by validator: valid
version 8 by yup: not valid
version 8 by zod: valid
EXPECTED
diff expected seen
echo "UUIDs are judged as they were seen"
