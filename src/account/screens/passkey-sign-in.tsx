import { Button } from '#ui/button.tsx'
import styles from './sign-in-frame.module.css'

/** Woken by `browser/passkeys.ts` where the browser has passkeys; without scripts it is not there. */
export const PasskeySignIn = ({ returnTo }: { readonly returnTo: string }) => (
  <div className={styles.form} hidden data-passkey="sign-in" data-return-to={returnTo}>
    <Button type="button" kind="secondary" wide>
      Sign in with a passkey
    </Button>
    <p data-passkey-message role="alert" />
  </div>
)
