export const notices = {
  tryAgain: 'Try again',
  loading: 'Loading',
  requestId: 'Request id',
  refused: 'The request was refused',
  unreachable: 'The platform was not reached',
  checkConnection: 'Check the connection, then try again.',
};
