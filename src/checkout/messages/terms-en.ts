export const termsEn = {
  price: '{first} for {renewals, plural, one {# renewal} other {# renewals}} and {later} after that',
  quantity: '{quantity} × {name}',
  renews:
    '{item} renews {interval} at {price}, first on {day}, until you cancel. You can cancel in your account before any order date.',
} as const
