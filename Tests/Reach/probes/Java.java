import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import javax.imageio.ImageIO;

/** Draws text with Java: Java.java FAMILY. For each size on standard input, the size and a picture. */
public class Java {
    public static void main(String[] arguments) throws Exception {
        System.setProperty("java.awt.headless", "true");
        File file = File.createTempFile("reach", ".png");
        file.deleteOnExit();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            float size = Float.parseFloat(line);
            BufferedImage image = new BufferedImage((int) (20 * size), (int) (3 * size), BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = image.createGraphics();
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
            graphics.setColor(Color.BLACK);
            graphics.setFont(new Font(arguments[0], Font.PLAIN, 1).deriveFont(size));
            graphics.drawString("mmmm", 2, 2 * size);
            graphics.dispose();
            ImageIO.write(image, "png", file);
            System.out.println("picture " + size + " " + file);
        }
    }
}
