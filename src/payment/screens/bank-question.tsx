import { useEffect, useState } from 'react'
import { Note } from '#ui/note.tsx'
import layout from '#ui/layout.module.css'
import { PollUntilSettled } from '#ui/poll-until-settled.tsx'
import type { PageChallenge } from '../endpoints.ts'

const messages = {
  asking: 'Your bank needs you to confirm the payment on this page.',
  answered: 'Your bank answered. One moment, please.',
  failed: 'We couldn’t open your bank’s confirmation. Please reload this page.',
} as const

/**
 * The bank's question, asked on this page by the processor's script; after a reload it is asked again. The page asks
 * the shop all the while: the buyer may have answered in another tab or in the app of their bank.
 */
export const BankQuestion = ({ publishable_key: key, client_secret: secret }: PageChallenge) => {
  const [state, setState] = useState<keyof typeof messages>('asking')
  useEffect(() => {
    let isGone = false
    const show = (next: keyof typeof messages): void => {
      if (!isGone) setState(next)
    }
    const ask = async (): Promise<void> => {
      const { askBank } = await import('../browser/ask-bank.ts')
      await askBank({ publishable_key: key, client_secret: secret })
    }
    ask().then(
      () => show('answered'),
      () => show('failed'),
    )
    return () => {
      isGone = true
    }
  }, [key, secret])
  return (
    <>
      <Note kind={state === 'failed' ? 'error' : 'plain'} className={layout.gap5}>
        {messages[state]}
      </Note>
      <PollUntilSettled />
    </>
  )
}
