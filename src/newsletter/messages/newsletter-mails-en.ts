export const newsletterMailsEn = {
  cartButton: 'Open my cart',
  cartHeading: 'Your cart is still here.',
  cartItems: 'In your cart',
  cartPreview: 'You haven’t been charged.',
  cartSubject: 'Your cart is still here',
  cartText: 'Take your time. You haven’t ordered, and you haven’t been charged.',
  cartUnsubscribe:
    'You’re receiving this because you subscribed to our newsletter. <link>Unsubscribe</link> with one click.',
  confirmButton: 'Confirm my email',
  confirmHeading: 'Confirm your email',
  confirmLink: 'The link works for {count} days. If this wasn’t you, you can ignore this email.',
  confirmPreview: 'One click and you’re subscribed.',
  confirmSubject: 'Confirm your email for {brand}',
  confirmText: 'You signed up for the {brand} newsletter, about twice a month.',
  welcomeHeading: 'Welcome to our newsletter.',
  welcomePreview: 'Get our newsletter, about twice a month.',
  welcomeSubject: 'You’re subscribed to {brand}',
  welcomeText:
    'Thank you for subscribing. About twice a month, we’ll send you new articles about the microbiome, food and our products.',
  welcomeUnsubscribe: 'Don’t want these emails? <link>Unsubscribe</link> with one click, at any time.',
} as const
