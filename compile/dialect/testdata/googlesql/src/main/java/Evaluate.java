import com.google.zetasql.AnalyzerOptions;
import com.google.zetasql.PreparedExpression;
import com.google.zetasql.Value;
import com.google.zetasql.ZetaSQLOptions.ProductMode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Evaluates GoogleSQL by its reference implementation. Each line of the input is an expression of
 * the type STRING; the answer is a line of its value in hex, or NULL, or ERROR and the reason.
 */
public class Evaluate {
  public static void main(String[] args) throws Exception {
    AnalyzerOptions options = new AnalyzerOptions();
    options.getLanguageOptions().enableMaximumLanguageFeatures();
    options.getLanguageOptions().setProductMode(ProductMode.PRODUCT_EXTERNAL);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(evaluate(line, options));
    }
  }

  private static String evaluate(String sql, AnalyzerOptions options) {
    try (PreparedExpression expression = new PreparedExpression(sql)) {
      expression.prepare(options);
      Value value = expression.execute();
      if (value.isNull()) {
        return "NULL";
      }
      return HexFormat.of().formatHex(value.getStringValue().getBytes(StandardCharsets.UTF_8));
    } catch (RuntimeException e) {
      return "ERROR " + String.valueOf(e.getMessage()).replace('\n', ' ');
    }
  }
}
