import type { LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import { listSessions } from '../settings-endpoints.ts'
import { settingsPaths } from '../rules/settings-paths.ts'
import { ListPages, placeInQuery } from './list-pages.tsx'
import { SessionList } from './sign-in-lists.tsx'
import { ProofPage } from './proof-form.tsx'
import { SettingsPageFrame, SettingsSection } from './settings-frame.tsx'
import { settingsAction } from './settings-actions.ts'
import { readSignInMethods } from './sign-in-settings.ts'
import styles from './settings-page.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { otherMethods } = await readSignInMethods({ context })
  const after = placeInQuery(request)
  const { sessions, next } = await context.get(shopContext).call(listSessions, { after })
  return {
    sessions,
    next,
    isOlder: after !== undefined,
    otherMethods,
    done: new URL(request.url).searchParams.get('done'),
  }
}

export const action = settingsAction

const ThisDevice = () => {
  const t = useMessages(settingsMessages)
  return (
    <SettingsSection id="leave" title={t('thisDevice')}>
      <form method="post" action="/sign-out" className={styles.form}>
        <p className={text.mute}>{t('staySignedIn')}</p>
        <Button kind="secondary" size="small">
          {t('signOut')}
        </Button>
      </form>
    </SettingsSection>
  )
}

/** Where the member is signed in, and how to end it. */
const DevicesPage = () => {
  const t = useMessages(settingsMessages)
  const { sessions, next, isOlder, otherMethods, done } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (refused && 'proof' in refused) return <ProofPage proof={refused.proof} />
  return (
    <SettingsPageFrame at={settingsPaths.devices} title={t('devices')} done={done} failure={refused?.failure}>
      <ThisDevice />
      <SettingsSection id="sessions" title={t('whereSignedIn')}>
        <SessionList sessions={sessions} methods={otherMethods}>
          <ListPages of="devices" at={settingsPaths.devices} next={next} isOlder={isOlder} />
        </SessionList>
      </SettingsSection>
    </SettingsPageFrame>
  )
}

export default DevicesPage
