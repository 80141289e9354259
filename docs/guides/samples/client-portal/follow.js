const follow = async () => {
  const { url } = await (await fetch('/portal/ticket', { method: 'POST' })).json();
  const socket = new WebSocket(url);
  socket.onopen = read;
  socket.onmessage = () => {
    read();
    setTimeout(read, 1100);
  };
  socket.onclose = () => setTimeout(follow, 2000);
};
await follow();
