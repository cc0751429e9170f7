import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useActionData, useLoaderData } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import { refusalOf } from '#account/screens/form-failure.ts'
import { secretAddress, viewedLink, ExpiredLink } from '#account/screens/mailed-link.tsx'
import { SignInFrame } from '#account/screens/sign-in-frame.tsx'
import styles from '#account/screens/sign-in-frame.module.css'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { localAddress } from '#shared/locale-path.ts'
import { defaultLocale, localeOf } from '#shared/locale.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useMessages } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import { startImpersonation, viewAgentLink } from '../endpoints.ts'
import { visitMessages } from '../messages/visit-messages.ts'

export const headers = () => secretAddress

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  viewedLink(context.get(shopContext).call(viewAgentLink, { id: params['id'] ?? '' }))

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const password = formText(await postedForm(request), 'password')
  const { call, publicUrl } = context.get(shopContext)
  // A whole address: the member may have another language than this page.
  let home = '/account/home'
  const start = async (): Promise<void> => {
    const { locale } = await call(startImpersonation, { id: params['id'] ?? '', password })
    home = `${publicUrl}${localAddress('/account/home', localeOf(locale) ?? defaultLocale)}`
  }
  return (await refusalOf(start())) ?? redirect(home, 303)
}

/** Opened by an authorization: what it is about, and the button that begins it (ruling 18). */
const AgentLinkPage = () => {
  const { link } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const t = useMessages(visitMessages)
  if (link === null) return <ExpiredLink title={t('session')} href="/" label={t('goToShop')} />
  return (
    <SignInFrame
      title={t('session')}
      lead={t('helping', { agent: link.agent, member: link.member })}
      failure={refused?.failure}
    >
      <form method="post" className={styles.form} noValidate>
        <p>{t('reasonIs', { reason: link.reason })}</p>
        <p className={text.mute}>{t('rules', { minutes: link.minutes, member: link.member })}</p>
        <Field
          name="password"
          type="password"
          label={t('passwordOf', { agent: link.agent })}
          autoComplete="off"
          required
        />
        <Button kind="primary" wide>
          {t('start')}
        </Button>
      </form>
    </SignInFrame>
  )
}

export default AgentLinkPage
