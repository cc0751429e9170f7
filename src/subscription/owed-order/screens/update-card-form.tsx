import type { ReplyOf } from '#shared/endpoint.ts'
import { longDate } from '#shared/dates.ts'
import { parsePrice, priceText } from '#shared/money.ts'
import type { viewCardEntry } from '#payment/endpoints.ts'
import { CardCheck, CardField, CardGroup } from '#payment/screens/card-field.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import { owedMessages } from '../../messages/owed-messages.ts'
import type { OwedOrder } from './owed-summary.tsx'
import styles from './update-card-page.module.css'

const payButton = { name: 'intent', value: 'pay' } as const

interface UpdateCardFormProps {
  readonly here: string
  readonly order: OwedOrder
  readonly card: ReplyOf<typeof viewCardEntry>
  /** Of a card that was typed on the processor's own page. */
  readonly cardToken: string | null
  /** Why the last card was refused. */
  readonly error: string | undefined
}

/** What the member agrees to by paying. */
const PaymentTerms = ({ order }: Pick<UpdateCardFormProps, 'order'>) => {
  const t = useMessages(owedMessages)
  const locale = useLocale()
  return (
    <Note>
      <p>
        {t('today', { amount: priceText(order.to_pay, order.currency, locale) })}
        {order.next_order_on === null
          ? ''
          : ` ${t('nextOrder', { day: longDate(order.next_order_on, locale) })}`}
      </p>
      <p>{rich(t.rich('terms', { link: (inside) => <a href="/subscription-terms">{inside}</a> }))}</p>
    </Note>
  )
}

/** The main thing to do, unless the refused card can be confirmed. */
const PayButton = ({
  order,
  children,
}: Pick<UpdateCardFormProps, 'order'> & { readonly children: string }) => (
  <Button
    kind={order.can_confirm ? 'secondary' : 'primary'}
    wide
    {...payButton}
    end={priceText(order.to_pay, order.currency, useLocale())}
  >
    {children}
  </Button>
)

/** The card is already known: the member only has to agree. */
const ConfirmCard = ({ here, order, cardToken }: UpdateCardFormProps) => {
  const t = useMessages(owedMessages)
  return (
    <>
      <input type="hidden" name="card_token" value={cardToken ?? ''} />
      <p>{t('entered')}</p>
      <PaymentTerms order={order} />
      <PayButton order={order}>{t('payNow')}</PayButton>
      <p>
        <ButtonLink kind="link" size="small" href={here}>
          {t('enterOther')}
        </ButtonLink>
      </p>
    </>
  )
}

const EnterCard = ({ order, card, error }: UpdateCardFormProps) => {
  const t = useMessages(owedMessages)
  return (
    <>
      <CardGroup error={error}>
        <div className={styles.scripted}>
          <CardField
            entry={card.entry}
            amountCents={parsePrice(order.to_pay, order.currency)}
            currency={order.currency}
            savesCard
            payButton={payButton}
          />
        </div>
        <noscript>
          <Note>{card.card_page_url === null ? t('needsScripts') : t('onCardPage')}</Note>
        </noscript>
      </CardGroup>
      <PaymentTerms order={order} />
      <div className={styles.scripted}>
        <PayButton order={order}>{t('payNow')}</PayButton>
      </div>
      {card.card_page_url === null ? null : (
        <noscript>
          <PayButton order={order}>{t('continueToPage')}</PayButton>
        </noscript>
      )}
    </>
  )
}

/** One field and one button. With scripts the card is typed here, without them on the processor's own page. */
export const UpdateCardForm = (props: UpdateCardFormProps) => (
  <form method="post" action={props.here} className={styles.form}>
    <input type="hidden" name="total" value={props.order.total} />
    <input type="hidden" name="credit" value={props.order.credit} />
    <CardCheck check={props.card.check} />
    {props.cardToken === null ? <EnterCard {...props} /> : <ConfirmCard {...props} />}
  </form>
)
