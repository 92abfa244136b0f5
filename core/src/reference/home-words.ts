const ES = {
  title: 'Enlaces de pago',
  lead: 'En este servidor los comercios crean enlaces de pago: páginas con un monto fijo que se paga con tarjeta, en efectivo o por transferencia.',
  payers: {
    title: '¿Vas a pagar?',
    text: 'Abre el enlace completo tal como te lo envió el comercio. Si no abre, pídele el enlace otra vez.',
  },
  developers: 'Para quien integra',
  links: [
    { href: 'docs', title: 'Referencia de la API', text: 'Cómo crear enlaces y saber cuándo se pagaron.' },
    { href: 'problems', title: 'Problemas', text: 'Qué significa cada error y qué hacer.' },
    { href: 'openapi.json', title: 'openapi.json', text: 'El contrato, para generar clientes.' },
  ],
}

const EN: typeof ES = {
  title: 'Payment links',
  lead: 'Merchants use this server to create payment links: pages with a fixed amount to pay by card, cash or bank transfer.',
  payers: {
    title: 'Here to pay?',
    text: 'Open the complete link exactly as the merchant sent it. If it doesn’t open, ask them for the link again.',
  },
  developers: 'For developers',
  links: [
    { href: 'docs', title: 'API reference', text: 'How to create links and learn when they are paid.' },
    { href: 'problems', title: 'Problems', text: 'What each error means and what to do.' },
    { href: 'openapi.json', title: 'openapi.json', text: 'The contract, for generating clients.' },
  ],
}

export const HOME_WORDS = { 'es-MX': ES, en: EN }
