import styles from './quantity-field.module.css'
import { useMessages } from './locale-context.ts'
import { uiMessages } from './messages/ui-messages.ts'

interface StepButton {
  readonly name: string
  readonly value: string
}

interface QuantityFieldProps {
  /** Also the element's id. */
  readonly name: string
  readonly quantity: number
  readonly max: number
  /** The counted item, for the buttons' names: "DS-01". */
  readonly of: string
  readonly fewer: StepButton
  readonly more: StepButton
  readonly label?: string
}

interface StepProps {
  readonly button: StepButton
  readonly label: string
  readonly sign: string
  readonly disabled?: boolean
}

const Step = ({ button, label, sign, disabled = false }: StepProps) => (
  <button
    className={styles.step}
    name={button.name}
    value={button.value}
    aria-label={label}
    disabled={disabled}
  >
    <span aria-hidden="true">{sign}</span>
  </button>
)

/**
 * A native number field between two buttons that submit the surrounding form, so that it works without scripts. The
 * form decides by the pressed button's name and value; Enter in the field submits the entered number, for which the
 * form's first submit button must be the one that sets a quantity.
 */
export const QuantityField = (props: QuantityFieldProps) => {
  const { name, quantity, max, of, fewer, more, label } = props
  const t = useMessages(uiMessages)
  return (
    <div className={styles.quantity}>
      <label className={styles.label} htmlFor={name}>
        {label ?? t('editQuantity')}
      </label>
      <span className={styles.box}>
        <Step button={fewer} label={t('oneFewer', { item: of })} sign="−" />
        <input
          key={quantity}
          className={styles.input}
          id={name}
          name={name}
          type="number"
          inputMode="numeric"
          min={0}
          max={max}
          step={1}
          defaultValue={quantity}
        />
        <Step button={more} label={t('oneMore', { item: of })} sign="+" disabled={quantity >= max} />
      </span>
    </div>
  )
}
