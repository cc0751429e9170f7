import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { WalletTerms } from '#payment/browser/wallet.ts'
import type { WalletEntry } from '#payment/endpoints.ts'
import type { StartedWallet } from '../browser/start-wallet.ts'
import { WalletPlace } from './wallet-place.tsx'

interface WalletProps extends WalletTerms {
  readonly entry: WalletEntry
  readonly or: 'above' | 'below'
  readonly children?: ReactNode
}

/** The buttons in the element. They are drawn once, and follow the price of the page. */
const useWalletButtons = (entry: WalletEntry, terms: WalletTerms) => {
  const element = useRef<HTMLDivElement>(null)
  const started = useRef<StartedWallet | null>(null)
  const { revalidate } = useRevalidator()
  const latest = useRef({ entry, terms, revalidate })

  useEffect(() => {
    latest.current = { entry, terms, revalidate }
    started.current?.update()
  })

  useEffect(() => {
    const place = element.current
    if (!place) return undefined
    let isGone = false
    const start = async (): Promise<void> => {
      const { startWallet } = await import('../browser/start-wallet.ts')
      if (isGone) return
      const wallet = await startWallet({
        element: place,
        entry: latest.current.entry,
        terms: () => latest.current.terms,
        planCode: () => undefined,
        form: place.closest('form'),
        refused: () => void latest.current.revalidate(),
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
  }, [])

  return element
}

/** The wallet buttons of a page that React draws; they buy the cart. The page reloads its prices after a refusal. */
export const Wallet = ({ entry, or, children, ...terms }: WalletProps) => (
  <WalletPlace entry={entry} or={or} element={useWalletButtons(entry, terms)}>
    {children}
  </WalletPlace>
)
