import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const secondsBetweenLooks = 2

/** Looks again until what the page waits for is settled: by the page itself with scripts, by the browser without. */
export const LookAgain = () => {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle') return undefined
    const timer = setTimeout(() => void revalidate(), secondsBetweenLooks * 1000)
    return () => clearTimeout(timer)
  }, [revalidate, state])
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(secondsBetweenLooks)} />
    </noscript>
  )
}
