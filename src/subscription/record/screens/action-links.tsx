import { Button, ButtonLink } from '#ui/button.tsx'
import type { Subscription } from '#subscription/endpoints.ts'
import type { MemberAction } from '../rules/subscription-state.ts'
import { actionPath, actionTitle, isMemberAction } from './member-action.ts'
import styles from './action-links.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../../messages/subscription-messages.ts'

/** What can be done with a subscription now, as the server says. */
export const allowedActions = ({ actions }: Subscription): readonly MemberAction[] =>
  actions.filter(({ allowed }) => allowed).flatMap(({ action }) => (isMemberAction(action) ? [action] : []))

interface ActionLinksProps {
  readonly subscription: Subscription
  /** In this order; actions that are not allowed now are omitted. */
  readonly actions: readonly MemberAction[]
}

/** Actions as text links. Each leads to its page, where one more button makes the change. */
const ActionLinks = ({ subscription, actions }: ActionLinksProps) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()

  const allowed = allowedActions(subscription)
  const name = subscription.plan.name.split(' ')[0]
  const titleOf = (action: MemberAction): string =>
    action === 'pause' && subscription.state === 'paused' ? t('changeEnd') : actionTitle(action, locale)
  return (
    <ul className={styles.actions}>
      {actions
        .filter((action) => allowed.includes(action))
        .map((action) => (
          <li key={action}>
            <ButtonLink
              kind="secondary"
              size="small"
              href={actionPath(subscription.id, action)}
              label={`${titleOf(action)}, ${name}`}
            >
              {titleOf(action)}
            </ButtonLink>
          </li>
        ))}
    </ul>
  )
}

const ofThisOrder: readonly MemberAction[] = [
  'skip',
  'unskip',
  'skip-item',
  'unskip-item',
  'move',
  'order-now',
  'add-one-time',
  'remove-one-time',
]

/** The same in two groups: what is about the next order alone, and what is about every order from then on. */
export const ActionGroups = ({ subscription, actions }: ActionLinksProps) => {
  const t = useMessages(subscriptionMessages)

  const allowed = allowedActions(subscription)
  const groups = [
    { title: t('thisOrder'), actions: actions.filter((action) => ofThisOrder.includes(action)) },
    { title: t('everyOrder'), actions: actions.filter((action) => !ofThisOrder.includes(action)) },
  ]
  return (
    <div className={styles.groups}>
      {groups
        .filter((group) => group.actions.some((action) => allowed.includes(action)))
        .map((group) => (
          <div key={group.title} className={styles.group}>
            <h3 className={styles.title}>{group.title}</h3>
            <ActionLinks subscription={subscription} actions={group.actions} />
          </div>
        ))}
    </div>
  )
}

/** The link to cancel, in the same place on every page. */
export const CancelLink = ({ subscription }: Pick<ActionLinksProps, 'subscription'>) => {
  const t = useMessages(subscriptionMessages)
  return allowedActions(subscription).includes('cancel') ? (
    <ButtonLink kind="link" href={actionPath(subscription.id, 'cancel')}>
      {t('titleCancel')}
    </ButtonLink>
  ) : null
}

/** Takes the latest change back. */
export const UndoForm = ({ id, changeId }: { readonly id: string; readonly changeId: string }) => {
  const t = useMessages(subscriptionMessages)
  return (
    <form method="post" action={`/account/subscriptions/${id}`}>
      <input type="hidden" name="change_id" value={changeId} />
      <Button kind="link" size="small">
        {t('undo')}
      </Button>
    </form>
  )
}

interface CancelOrderProps {
  readonly id: string
  readonly changeId: string
  /** Includes the amount. */
  readonly label: string
}

/** Cancels the order that was being charged during a cancel. */
export const CancelOrderForm = ({ id, changeId, label }: CancelOrderProps) => (
  <form method="post" action={`/account/subscriptions/${id}`}>
    <input type="hidden" name="change_id" value={changeId} />
    <Button kind="secondary" size="small" name="step" value="cancel-order">
      {label}
    </Button>
  </form>
)
