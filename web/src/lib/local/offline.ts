// The page without a network: a service worker keeps its files.

export function register(): void {
  // comes with the service worker itself
}
