const pollSeconds = 2

/** Polls until what the page waits for is settled: a script does, or the browser without scripts. */
export const PollUntilSettled = () => (
  <div data-poll-seconds={pollSeconds} hidden>
    <noscript>
      <meta httpEquiv="refresh" content={String(pollSeconds)} />
    </noscript>
  </div>
)
