export const subscriptionEsMX = {
  title: 'Suscripción',
  about: 'Tu plan de PayLink. Con él puedes crear enlaces de cobros reales. Vale en los dos modos.',
  active: 'Activa',
  inactive: 'Inactiva',
  renews: (date: string) => `Se renueva el ${date}.`,
  manage: 'Administrar tu plan',
  without: 'Sin un plan activo no se pueden crear enlaces de cobros reales. Los que ya existen se pueden pagar.',
  unavailable: 'No pudimos preguntar por tu plan.',
  unavailableThen: 'Tus enlaces se siguen pagando. Vuelve a cargar esta página en unos minutos.',
}

export type SubscriptionWords = typeof subscriptionEsMX
