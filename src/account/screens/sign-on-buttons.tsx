import { Button } from '#ui/button.tsx'
import type { SignOnProvider } from '../sign-on-endpoints.ts'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

/** Outside providers as people know them. */
export const providerNames = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<
  SignOnProvider,
  string
>

interface SignOnButtonsProps {
  /** Only those that the shop is set up for. */
  readonly providers: readonly { readonly provider: SignOnProvider }[]
  readonly returnTo: string
}

/** One button for each outside sign-in; nothing if there are none. */
export const SignOnButtons = ({ providers, returnTo }: SignOnButtonsProps) => {
  const t = useMessages(signInMessages)

  if (providers.length === 0) return null
  return (
    <div className={styles.form}>
      {providers.map(({ provider }) => (
        <form key={provider} method="post" action={`/sign-on/${provider}`}>
          <input type="hidden" name="return_to" value={returnTo} />
          <Button kind="secondary" wide name="intent" value="start">
            {t('continueWith', { name: providerNames[provider] })}
          </Button>
        </form>
      ))}
    </div>
  )
}
