import type { ReactNode } from 'react'
import type { ContentLayer } from '#content/rules/content-page.ts'
import { WalletPlace } from '#checkout/wallet/screens/wallet-place.tsx'
import { arrivalText } from '#delivery/rules/delivery-times.ts'
import type { WalletEntry } from '#payment/endpoints.ts'
import { returnDays } from '#return/rules/return-policy.ts'
import { Badge } from '#ui/badge.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Price } from '#ui/price.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import styles from './plan-chooser.module.css'
import type { PlanOption } from './plan-option.ts'
import { durationText } from './plan-option.ts'
import { intervalText } from '#shared/messages/interval-text.ts'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { productMessages } from '../messages/product-messages.ts'
import { promoNoteTexts } from '#coupon/rules/coupon-messages.ts'

export interface Offer {
  readonly label: string
  readonly hint: string
  readonly options: readonly PlanOption[]
  /** The counted unit: capsules in a jar, sticks in a box. */
  readonly unit: string
  /** How it is shown where people choose for whom it is. */
  readonly layer?: ContentLayer | undefined
}

interface PlanChooserProps {
  readonly question: string
  readonly offers: readonly Offer[]
  /** Position of the offer chosen at first. */
  readonly chosen: number
  /** The processor's wallets; null where none are offered. */
  readonly wallet: WalletEntry | null
}

/** Id of the form, for the button that repeats it at the bottom of narrow screens. */
export const buyFormId = 'buy'

/** Position of the option that is selected at first. */
export const firstOption = (options: readonly PlanOption[]): number =>
  Math.max(
    0,
    options.findIndex(({ months }) => months === 3),
  )

const Segments = ({ question, offers, chosen }: Omit<PlanChooserProps, 'wallet'>) => (
  <fieldset className={styles.question}>
    <legend className={styles.legend}>{question}</legend>
    <div className={styles.segments}>
      {offers.map((offer, at) => (
        <label key={offer.label}>
          <input
            className={text.hidden}
            type="radio"
            name="offer"
            value={at + 1}
            defaultChecked={at === chosen}
          />
          <span>
            {offer.label}
            <small>{offer.hint}</small>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

/** Shown while the offer of this position, from 1 on, is the chosen one. */
export const OfferContent = ({
  position,
  className,
  children,
}: {
  readonly position: number
  readonly className?: string | undefined
  readonly children: ReactNode
}) => (
  <div className={classNames(styles.offerContent, className)} data-offer={position}>
    {children}
  </div>
)

/** What is in it, and the price per month and day of what comes again. */
const Amount = ({ option, unit }: { readonly option: PlanOption; readonly unit: string }) => {
  const t = useMessages(productMessages)
  const counted = { pieces: option.capsules, unit }
  if (option.renewal === null) return t('piecesOf', counted)
  return rich(
    t.rich('aboutADay', {
      ...counted,
      monthly: () => <Price cents={option.monthlyCents} currency={option.currency} />,
      daily: () => <Price cents={option.dailyCents} currency={option.currency} />,
    }),
  )
}

const Options = ({ offer, position }: { readonly offer: Offer; readonly position: number }) => {
  const t = useMessages(productMessages)
  const locale = useLocale()
  return (
    <OfferContent position={position} className={styles.options}>
      <ChoiceRows legend={t(offer.options.some(({ renewal }) => renewal) ? 'howOften' : 'howMuch')}>
        {offer.options.map((option, at) => (
          <ChoiceRow
            key={option.code}
            name={`option-${position}`}
            value={String(at + 1)}
            label={durationText(option.months, locale)}
            badge={
              option.savingPercent > 0 ? (
                <Badge kind="save">{t('save', { percent: option.savingPercent })}</Badge>
              ) : undefined
            }
            hint={<Amount option={option} unit={offer.unit} />}
            end={<Price cents={option.priceCents} currency={option.currency} />}
            endHint={option.renewal ? intervalText(option.months, locale) : t('once')}
            defaultChecked={at === firstOption(offer.options)}
          />
        ))}
      </ChoiceRows>
    </OfferContent>
  )
}

/** Amount, frequency and how to cancel are next to the button, for the selected option (design principle 5). */
const Terms = ({ option, hasWallet }: { readonly option: PlanOption; readonly hasWallet: boolean }) => {
  const t = useMessages(productMessages)
  const locale = useLocale()
  const { renewal, currency } = option
  const now = () => <Price cents={option.priceCents} currency={currency} />
  return (
    <p className={styles.terms}>
      {rich(
        renewal
          ? t.rich('renewing', {
              now,
              interval: intervalText(renewal.months, locale),
              later: () => <Price cents={renewal.priceCents} currency={currency} />,
            })
          : t.rich('unrenewed', { now }),
      )}{' '}
      {t(hasWallet ? 'shippingLaterOrWallet' : 'shippingLater')}{' '}
      <a href="/subscription-terms">{t('subscriptionTerms')}</a>
    </p>
  )
}

interface ChoiceProps {
  readonly offer: Offer
  readonly option: PlanOption
  /** Position of the offer and of the option, from 1 on. */
  readonly at: string
}

const ChoiceButton = ({ offer, option, at }: ChoiceProps) => {
  const t = useMessages(productMessages)
  const locale = useLocale()
  return (
    <div
      className={styles.choice}
      data-choice={at}
      data-price={option.priceCents}
      data-currency={option.currency}
      data-renews={option.renewal ? '' : undefined}
    >
      <Button
        kind="primary"
        wide
        name="plan"
        value={option.code}
        end={<Price cents={option.priceCents} currency={option.currency} />}
      >
        {rich(
          t.rich('startNowWith', {
            offer: offer.label,
            duration: durationText(option.months, locale),
            hidden: (inside) => <span className={text.hidden}>{inside}</span>,
          }),
        )}
      </Button>
    </div>
  )
}

/** What buying it means. */
const ChoiceTerms = ({
  option,
  at,
  hasWallet,
}: Omit<ChoiceProps, 'offer'> & { readonly hasWallet: boolean }) => {
  const t = useMessages(productMessages)
  const locale = useLocale()
  return (
    <div className={styles.choiceTerms} data-choice={at}>
      {/* Written by the small script for visitors with a promo code. */}
      <p className={styles.promo} role="status" data-promo-note={option.code} />
      {option.arrives === null ? null : (
        <p className={styles.arrives}>
          {t('arrivesIfToday', { arrives: arrivalText(option.arrives, locale) })}
        </p>
      )}
      <Terms option={option} hasWallet={hasWallet} />
      {option.isGift ? null : (
        <p className={styles.terms}>
          {rich(
            t.rich('changedMind', { days: returnDays, link: (inside) => <a href="/return">{inside}</a> }),
          )}
        </p>
      )}
    </div>
  )
}

interface PlanFormProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * The choice of a plan as a plain form. Each plan has its own button, and the style sheet shows the one for the checked
 * radios, so amount and sentence are right with and without scripts. The form carries a plan code, never a price.
 */
export const PlanForm = ({ className, children }: PlanFormProps) => (
  <form method="post" action="/cart" id={buyFormId} className={className}>
    <input type="hidden" name="intent" value="add" />
    {/* Enter in a radio presses the form's first button, which would be the wrong plan: this one does nothing. */}
    <button type="submit" formMethod="dialog" hidden aria-label={useMessages(productMessages)('nothing')} />
    {children}
  </form>
)

const choicesOf = (offers: readonly Offer[]): ChoiceProps[] =>
  offers.flatMap((offer, at) =>
    offer.options.map((option, row) => ({ offer, option, at: `${at + 1}-${row + 1}` })),
  )

/** A gift is not bought by a wallet: its recipient is entered in the cart. */
const walletFor = ({ offers, wallet }: Pick<PlanChooserProps, 'offers' | 'wallet'>) =>
  offers.some(({ options }) => options.some(({ isGift }) => isGift)) ? null : wallet

/**
 * The rows of each offer, the button of each plan, the wallets and the terms of each plan; those of the chosen ones are
 * seen.
 */
export const Plans = (props: Pick<PlanChooserProps, 'offers' | 'wallet'>) => {
  const { offers } = props
  const wallet = walletFor(props)
  const choices = choicesOf(offers)
  return (
    <div data-buy-place="" data-promo-texts={JSON.stringify(promoNoteTexts(useLocale()))}>
      {offers.map((offer, at) => (
        <Options key={offer.label} offer={offer} position={at + 1} />
      ))}
      {choices.map((choice) => (
        <ChoiceButton key={choice.option.code} {...choice} />
      ))}
      {wallet === null ? null : (
        <div data-product-wallet="">
          <WalletPlace entry={wallet} or="above" />
        </div>
      )}
      {choices.map(({ option, at }) => (
        <ChoiceTerms key={option.code} option={option} at={at} hasWallet={wallet !== null} />
      ))}
    </div>
  )
}

/** The product, then the frequency. */
export const PlanChooser = (props: PlanChooserProps) => (
  <PlanForm>
    {props.offers.length > 1 ? (
      <Segments {...props} />
    ) : (
      <input type="radio" name="offer" value="1" defaultChecked hidden />
    )}
    <Plans offers={props.offers} wallet={props.wallet} />
  </PlanForm>
)

/** Around the chooser and its bar, so that the style sheet sees both. */
export const chooserScope = styles.scope
