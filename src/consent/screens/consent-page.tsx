import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useLoaderData } from 'react-router'
import { pageReturnPath } from '#account/rules/return-path.ts'
import { formText } from '#account/screens/form-text.ts'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { cutText } from '#shared/plain-text.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { setConsent, viewConsent, viewStoredSignal } from '../endpoints.ts'
import { consentGroups } from '../rules/consent.ts'
import type { ConsentGroup } from '../rules/consent.ts'
import type { Locale } from '#shared/locale.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { consentMessages } from '../messages/consent-messages.ts'
import styles from './consent-page.module.css'

const pagePath = '/consent'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const {
    groups,
    recipients,
    privacy_signal: privacySignal,
  } = await context.get(shopContext).call(viewConsent, {})
  const { stored: signalStored } = await context.get(shopContext).call(viewStoredSignal, {})
  return {
    groups,
    recipients,
    privacySignal,
    signalStored,
    done: new URL(request.url).searchParams.has('done'),
  }
}

/** Takes the banner of any page and leads back to it, and the form of this page. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const choice = formText(form, 'choice')
  const isOn = (group: ConsentGroup): boolean =>
    choice === 'all' || (choice === 'these' && form.get(group) === 'on')
  const page = pageReturnPath(formText(form, 'return_to'), pagePath)
  const groups = { C0002: isOn('C0002'), C0003: isOn('C0003'), C0004: isOn('C0004'), C0005: isOn('C0005') }
  await context
    .get(shopContext)
    .call(setConsent, { groups, page: cutText(page.split('?', 1)[0] ?? pagePath, 300) })
  return redirect(page === pagePath ? `${pagePath}?done` : page, 303)
}

interface GroupRowProps {
  readonly group: ConsentGroup
  readonly isOn: boolean
  readonly isFixed: boolean
  /** The recipients outside of the shop. */
  readonly recipientNames: readonly string[]
}

const recipientsText = (group: ConsentGroup, recipientNames: readonly string[], locale: Locale): string => {
  const t = consentMessages.in(locale)
  if (recipientNames.length > 0) return ` ${t('shared', { names: recipientNames.join(t('and')) })}`
  return group === 'C0002' ? ` ${t('onlyUs')}` : ''
}

const GroupRow = ({ group, isOn, isFixed, recipientNames }: GroupRowProps) => {
  const locale = useLocale()
  const t = useMessages(consentMessages)
  return (
    <li className={styles.row}>
      <input
        type="checkbox"
        id={group}
        name={group}
        defaultChecked={isOn}
        disabled={isFixed}
        aria-describedby={`${group}-purpose`}
      />
      <div>
        <label className={text.strong} htmlFor={group}>
          {t(group)}
        </label>
        <p className={classNames(text.small, text.mute)} id={`${group}-purpose`}>
          {t(`${group}Text`)}
          {recipientsText(group, recipientNames, locale)}
          {isFixed && group !== 'C0001' ? ` ${t('off')}` : ''}
        </p>
      </div>
    </li>
  )
}

const Choices = () => {
  const t = useMessages(consentMessages)
  return (
    <div className={styles.buttons}>
      <Button name="choice" value="these">
        {t('save')}
      </Button>
      <Button kind="secondary" name="choice" value="none">
        {t('declineAll')}
      </Button>
      <Button kind="secondary" name="choice" value="all">
        {t('allowAll')}
      </Button>
    </div>
  )
}

interface NoticesProps {
  readonly done: boolean
  readonly privacySignal: boolean
  readonly signalStored: boolean
}

const Notices = ({ done, privacySignal, signalStored }: NoticesProps) => {
  const t = useMessages(consentMessages)
  return (
    <>
      {done ? (
        <Note kind="ok" isAnswer className={layout.gap5}>
          {t('saved')}
        </Note>
      ) : null}
      {privacySignal ? <Note className={layout.gap5}>{t('signalPage')}</Note> : null}
      {signalStored ? <Note className={layout.gap5}>{t('signalStored')}</Note> : null}
    </>
  )
}

/** What may be stored and shared beyond what the shop needs: each group separately, all, or none. */
const ConsentPage = () => {
  const { groups, recipients, privacySignal, signalStored, done } = useLoaderData<typeof loader>()
  const t = useMessages(consentMessages)
  const isFixed = (group: ConsentGroup): boolean =>
    group === 'C0001' || (privacySignal && (group === 'C0004' || group === 'C0005'))
  return (
    <div className={classNames(layout.page, styles.page)}>
      <PageHead title={t('title', { brand: brand.name })} unlisted />
      <h1 className={text.d2}>{t('preferences')}</h1>
      <p className={classNames(text.lead, styles.lead)}>{t('lead')}</p>
      <Notices done={done} privacySignal={privacySignal} signalStored={signalStored} />
      <form method="post" className={styles.form}>
        <ul className={styles.rows}>
          {consentGroups.map((group) => (
            <GroupRow
              key={group}
              group={group}
              isOn={groups[group]}
              isFixed={isFixed(group)}
              recipientNames={recipients.filter((one) => one.group === group).map(({ name }) => name)}
            />
          ))}
        </ul>
        <Choices />
      </form>
    </div>
  )
}

export default ConsentPage
