import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const pollSeconds = 2

/** Polls until what the page waits for is settled: by the page itself with scripts, by the browser without. */
export const PollUntilSettled = () => {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle') return undefined
    const timer = setTimeout(() => void revalidate(), pollSeconds * 1000)
    return () => clearTimeout(timer)
  }, [revalidate, state])
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(pollSeconds)} />
    </noscript>
  )
}
