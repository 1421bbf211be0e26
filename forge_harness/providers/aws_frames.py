"""AWS event streams: binary frames with lengths and checksums.

prelude   total length, headers length, CRC-32 of these two      3 x 4 bytes, big-endian
headers   name length, name, type 7 = text, value length, value  (other types are passed over)
payload   JSON
CRC-32    of everything before it                                4 bytes
"""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections.abc import Mapping

from ..errors import ProviderError, ProviderServerError
from .fields import as_mapping, strict_json, text_in
from .stream import StreamEvent

__all__ = ["AwsDecoder"]

_PRELUDE = struct.Struct(">III")
_MAX_FRAME = 24 * 1024 * 1024
#: Sizes in bytes of the header values whose size follows from their type; types 6 and 7 carry a length.
_SIZES = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16}
_BROKEN = "A frame of the stream is damaged. Send the request again, or record it once more as bytes."


class AwsDecoder:
    """Reads frames; an event is named by its ``:event-type``, or its ``:exception-type``.

    Of InvokeModelWithResponseStream, whose payload wraps the model's own event in base64, the event inside is returned.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[StreamEvent]:
        """Return the events that *data* completes."""
        self._buffer += data
        events = []
        while len(self._buffer) >= _PRELUDE.size:
            total, headers_size, checksum = _PRELUDE.unpack_from(self._buffer)
            if zlib.crc32(self._buffer[:8]) != checksum or not 16 + headers_size <= total <= _MAX_FRAME:
                raise ProviderError(_BROKEN)
            if len(self._buffer) < total:
                break
            frame = bytes(self._buffer[:total])
            del self._buffer[:total]
            if zlib.crc32(frame[:-4]) != int.from_bytes(frame[-4:], "big"):
                raise ProviderError(_BROKEN)
            headers = _headers(frame[12 : 12 + headers_size])
            events.append(_event(headers, frame[12 + headers_size : -4]))
        return events

    def end(self) -> list[StreamEvent]:
        """Return nothing more.

        Raises:
            ProviderServerError: If a frame is not complete.
        """
        if self._buffer:
            raise ProviderServerError("The stream ended in the middle of a frame. Send the request again.")
        return []


def _headers(data: bytes) -> dict[str, str]:
    found: dict[str, str] = {}
    position = 0
    try:
        while position < len(data):
            size = data[position]
            name = data[position + 1 : position + 1 + size].decode("utf-8", "replace")
            position += 1 + size
            kind = data[position]
            position += 1
            if kind in _SIZES:
                position += _SIZES[kind]
                continue
            length = int.from_bytes(data[position : position + 2], "big")
            position += 2
            found[name] = data[position : position + length].decode("utf-8", "replace")
            position += length
    except IndexError:
        raise ProviderError(_BROKEN) from None
    return found


def _event(headers: Mapping[str, str], payload: bytes) -> StreamEvent:
    text = payload.decode("utf-8", "replace")
    if (exception := headers.get(":exception-type") or headers.get(":error-code")) is not None:
        return StreamEvent(text or "{}", exception)
    name = headers.get(":event-type", "")
    if name == "chunk":
        try:
            wrapped = text_in(as_mapping(strict_json(text)), "bytes")
            return StreamEvent(base64.b64decode(wrapped, validate=True).decode("utf-8", "replace"), "")
        except (ValueError, binascii.Error):
            raise ProviderError(_BROKEN) from None
    return StreamEvent(text, name)
