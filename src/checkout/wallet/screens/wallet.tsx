import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { WalletEntry } from '#payment/endpoints.ts'
import type { StartedWallet } from '../browser/start-wallet.ts'
import { WalletPlace } from './wallet-place.tsx'

interface WalletProps {
  readonly entry: WalletEntry
  readonly or: 'above' | 'below'
  readonly currency: string
  /** What is known of the sum, in the currency's smallest unit. */
  readonly amount: number
  /** Whether the purchase starts a subscription. */
  readonly saves: boolean
  readonly children?: ReactNode
}

/** The wallet buttons of a page that React draws; they buy the cart. The page reloads its prices after a refusal. */
export const Wallet = ({ entry, or, children, ...terms }: WalletProps) => {
  const element = useRef<HTMLDivElement>(null)
  const started = useRef<StartedWallet | null>(null)
  const latest = useRef(terms)
  const { revalidate } = useRevalidator()
  const reload = useRef(revalidate)

  useEffect(() => {
    latest.current = terms
    reload.current = revalidate
    started.current?.update()
  })

  const { processor } = entry
  useEffect(() => {
    const place = element.current
    if (!place) return undefined
    let isGone = false
    const start = async (): Promise<void> => {
      const { startWallet } = await import('../browser/start-wallet.ts')
      if (isGone) return
      const wallet = await startWallet({
        element: place,
        entry,
        terms: () => latest.current,
        planCode: () => undefined,
        form: place.closest('form'),
        refused: () => void reload.current(),
      })
      if (isGone) wallet?.remove()
      else started.current = wallet
    }
    void start()
    return () => {
      isGone = true
      started.current?.remove()
      started.current = null
    }
    // The entry is the same as long as the page is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loaders return a new object each time
  }, [processor])

  return (
    <WalletPlace entry={entry} or={or} element={element}>
      {children}
    </WalletPlace>
  )
}
