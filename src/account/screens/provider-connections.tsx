import { Button } from '#ui/button.tsx'
import type { SignOnProvider } from '../sign-on-endpoints.ts'
import { providerNames } from './provider-names.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings-page.module.css'

interface ProviderConnectionsProps {
  readonly providers: readonly { readonly provider: SignOnProvider; readonly connected: boolean }[]
}

/** Connects and disconnects outside sign-ins; nothing in a shop that has none. */
export const ProviderConnections = ({ providers }: ProviderConnectionsProps) => {
  if (providers.length === 0) return null
  return (
    <SettingsSection id="connections" title="Other ways to sign in">
      <ul className={styles.list}>
        {providers.map(({ provider, connected }) => (
          <li key={provider} className={styles.row}>
            <span>{providerNames[provider]}</span>
            {connected ? (
              <form method="post">
                <input type="hidden" name="provider" value={provider} />
                <Button
                  kind="link"
                  name="intent"
                  value="disconnect"
                  label={`Disconnect ${providerNames[provider]}`}
                >
                  Disconnect
                </Button>
              </form>
            ) : (
              <form method="post" action={`/sign-on/${provider}`}>
                <input type="hidden" name="return_to" value="/account?done=connected" />
                <Button kind="link" name="intent" value="start" label={`Connect ${providerNames[provider]}`}>
                  Connect
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
