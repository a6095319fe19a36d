// Drives a Husky for two seconds and reads its IMU: rosbridge over Java's own WebSocket, Java 11 or
// later and no library.
// Start the server first: surefoot serve husky_lab
// Usage: java Drive.java [HOST [PORT]]
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Drive {
  /** Finds the turn rate in messages of the IMU; a message may come in pieces. */
  static class Listener implements WebSocket.Listener {
    private static final Pattern TURN =
        Pattern.compile("\"angular_velocity\":\\{[^}]*\"z\":([-+0-9.eE]+)");
    private final StringBuilder text = new StringBuilder();
    volatile int count = 0;
    volatile double largest = 0.0;

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence piece, boolean last) {
      text.append(piece);
      if (last) {
        Matcher turn = TURN.matcher(text);
        if (turn.find()) {
          count = count + 1;
          largest = Math.max(largest, Double.parseDouble(turn.group(1)));
        }
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }

  public static void main(String[] args) throws Exception {
    String host = args.length > 0 ? args[0] : "127.0.0.1";
    String port = args.length > 1 ? args[1] : "8080";
    Listener listener = new Listener();
    WebSocket socket = HttpClient.newHttpClient().newWebSocketBuilder()
        .buildAsync(URI.create("ws://" + host + ":" + port + "/"), listener).join();
    send(socket, "{'op':'subscribe','topic':'/husky/imu/data','type':'sensor_msgs/Imu'}");
    send(socket, "{'op':'advertise','topic':'/husky/cmd_vel','type':'geometry_msgs/Twist'}");
    for (int i = 0; i < 20; ++i) {
      send(socket, "{'op':'publish','topic':'/husky/cmd_vel',"
          + "'msg':{'linear':{'x':0.3},'angular':{'z':0.5}}}");
      Thread.sleep(100);
    }
    send(socket, "{'op':'publish','topic':'/husky/cmd_vel','msg':{}}");
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    System.out.printf(java.util.Locale.ROOT, "%d IMU messages, largest turn rate %.2f rad/s%n",
        listener.count, listener.largest);
    System.exit(0);
  }

  static void send(WebSocket socket, String json) {
    socket.sendText(json.replace('\'', '"'), true).join();
  }
}
