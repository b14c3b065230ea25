import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.io.BufferedReader;
import java.io.InputStreamReader;

/** Measures text as Java lays it out: Java.java FAMILY. For each size on standard input, the width of an m in em. */
public class Java {
    public static void main(String[] arguments) throws Exception {
        FontRenderContext context = new FontRenderContext(null, true, true);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            float size = Float.parseFloat(line);
            Font font = new Font(arguments[0], Font.PLAIN, 1).deriveFont(size);
            System.out.println(Math.round(font.getStringBounds("mmmm", context).getWidth() / 4 / size * 100) / 100.0);
        }
    }
}
