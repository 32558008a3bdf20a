import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Loads a fixture and writes it again by snakeyaml-engine: FILE. */
public class Rewrite {
  public static void main(String[] args) throws Exception {
    Object fixture = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(Path.of(args[0])));
    String written = new Dump(DumpSettings.builder().build()).dumpToString(fixture);
    System.out.write(written.getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }
}
