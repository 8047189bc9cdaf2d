/// The page around the bundle: what a phone's host would be, drawn by a browser.
enum HostFrame {
  static func page(nonce: String) -> String {
    """
    <!doctype html>
    <meta charset="utf-8">
    <title>trueseal host</title>
    <style>
      body { margin: 0; display: grid; grid-template-rows: 60vh 1fr; height: 100vh; font: 14px monospace }
      iframe { border: 0; border-bottom: 2px solid; width: 100%; height: 100% }
      pre { margin: 0; padding: 8px; overflow: auto; white-space: pre-wrap }
    </style>
    <iframe title="bundle"></iframe>
    <pre></pre>
    <script>
      const frame = document.querySelector('iframe')
      const text = document.querySelector('pre')
      let shown = ''
      async function look() {
        try {
          const answer = await fetch('/\(nonce)/bridge/state')
          const state = await answer.json()
          const url = state.showing ? state.showing.url : 'about:blank'
          if (url !== shown) frame.src = shown = url
          text.textContent = JSON.stringify(state, null, 1)
        } catch (error) {
          text.textContent = 'the host has ended'
        }
        setTimeout(look, 250)
      }
      look()
    </script>
    """
  }
}
